package io.twophase.embedded.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that writes until it is refused, says how much was acknowledged, and is killed. */
final class WritesUntilRefused {

  static final int VALUE = 20_000;

  private static final int MOST = 4_000;

  private WritesUntilRefused() {}

  public static void main(String[] arguments) {
    boolean hogs = arguments.length > 1;
    // later a class that lies in a file of its own could not be loaded
    String said = Faults.of(Path.of(arguments[0]), new IOException("never")).getMessage();
    int acknowledged = 0;
    try {
      Storage storage = Storage.open(Path.of(arguments[0]), Durability.PROCESS_END);
      List<InputStream> hogged = new ArrayList<>();
      while (acknowledged < MOST) {
        // later than the classes, which are files too
        if (hogs && acknowledged == 10) {
          hogAllFiles(hogged);
        }
        storage.write(Killed.change("key" + acknowledged, "x".repeat(VALUE)));
        storage.acknowledge();
        acknowledged++;
      }
    } catch (EmbeddedStoreException e) {
      said = e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    System.out.println("acknowledged " + acknowledged);
    System.out.println("refused " + said);
    Runtime.getRuntime().halt(0);
  }

  private static void hogAllFiles(List<InputStream> hogged) {
    try {
      while (true) {
        hogged.add(Files.newInputStream(Path.of("/dev/null")));
      }
    } catch (IOException allThereAre) {
      // from now on nothing can be opened
    }
  }
}
