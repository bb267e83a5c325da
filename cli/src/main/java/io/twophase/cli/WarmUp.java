package io.twophase.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;

/**
 * Runs the common commands once on a store of its own, so that a class-data archive that is written
 * when the process ends has the classes they need: {@code ./twophase} does so after it has built
 * the jar.
 */
final class WarmUp {

  private WarmUp() {}

  /** Runs them, without output; a command that fails loads fewer classes, and harms nothing. */
  public static void main(String[] none) throws IOException {
    Cli.quietLibraries();
    Path folder = Files.createTempDirectory("twophase-warm-up");
    try {
      Path transfers =
          Files.writeString(
              folder.resolve("transfers.csv"),
              "id,source,destination,amount\nw2,A,B,1\nw3,B,A,9\n");
      String data = "embedded:" + folder.resolve("data");
      run(data, "account", "open", "A", "--balance", "5");
      run(data, "account", "open", "B");
      run(data, "transfer", "A", "B", "1", "--id", "w1");
      run(data, "import", "--transfers", transfers.toString());
      run(data, "account", "show", "A");
      run(data, "account", "list", "--json");
      run(data, "tx", "show", "w1", "--json");
      run(data, "tx", "list");
      run(data, "recover");
      run(data, "audit");
      run("memory:", "account", "show", "A", "--json");
      run("memory:", "--help");
    } finally {
      PathUtils.deleteDirectory(folder);
    }
  }

  private static void run(String store, String... command) {
    String[] arguments =
        Stream.concat(Stream.of("--store", store), Stream.of(command)).toArray(String[]::new);
    Cli.run(arguments, OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
  }
}
