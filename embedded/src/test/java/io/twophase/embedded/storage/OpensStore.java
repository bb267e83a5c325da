package io.twophase.embedded.storage;

import java.nio.file.Path;

/** A process that opens a store, durably writes as often as it is told, says how that went. */
final class OpensStore {

  private OpensStore() {}

  public static void main(String[] arguments) {
    try (Storage storage = Storage.open(Path.of(arguments[0]), Durability.POWER_CUT)) {
      for (int at = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1; at > 0; at--) {
        storage.write(Killed.change("key" + at, "value"));
        storage.acknowledge();
      }
      System.out.println("opened");
    } catch (EmbeddedStoreException e) {
      System.out.println(e.getMessage());
    }
  }
}
