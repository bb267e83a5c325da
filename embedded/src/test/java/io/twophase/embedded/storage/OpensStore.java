package io.twophase.embedded.storage;

import java.nio.file.Path;

/** A process that opens a store, says how that went, and ends. */
final class OpensStore {

  private OpensStore() {}

  public static void main(String[] arguments) {
    try (Storage storage = Storage.open(Path.of(arguments[0]), Durability.PROCESS_END)) {
      storage.acknowledge();
      System.out.println("opened");
    } catch (EmbeddedStoreException e) {
      System.out.println(e.getMessage());
    }
  }
}
