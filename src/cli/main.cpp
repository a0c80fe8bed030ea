#include "cli/command_line.hpp"

int main(int argc, char** argv) {
  return anmkit::cli::run(argc, argv);
}
