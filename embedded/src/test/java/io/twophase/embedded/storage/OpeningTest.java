package io.twophase.embedded.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What befalls the engine's files while a store is opened. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no modes")
class OpeningTest {

  @TempDir Path folder;
  private Path link;

  @BeforeEach
  void makeAStore() throws IOException {
    open();
    link = link();
  }

  /** Each opening gives the directory another name. */
  private Path link() throws IOException {
    return new StoreDirectory(folder).engine().resolve("link");
  }

  private void open() {
    Storage.open(folder, Durability.PROCESS_END).close();
  }

  /** The engine removes tables that it has merged, also while its files are gone through. */
  @Test
  void aFileMayGoMeanwhile() throws IOException {
    // it is in the list, and when it is asked for it is not there
    Files.createSymbolicLink(link, folder.resolve("gone"));

    open();

    assertThat(link()).isSymbolicLink();
  }

  @Test
  void aStoreThatCouldNotBeOpenedCanBeOpenedLater() throws IOException {
    Files.createSymbolicLink(link, Path.of("link"));
    assertThatThrownBy(this::open)
        .isInstanceOf(EmbeddedStoreException.class)
        .hasMessageContaining(link().toString());

    Files.delete(link());

    open();
    assertThat(link()).doesNotExist();
  }
}
