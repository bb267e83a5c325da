package io.twophase.embedded.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that meets a full disk, or may open no more files, in the middle of its writes: it is
 * refused by name, and everything that was acknowledged is there afterwards.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
class NoRoomTest {

  private static final Pattern SAID =
      Pattern.compile("acknowledged (\\d+)\\s+refused (.*)", Pattern.DOTALL);

  @TempDir Path temporary;

  @Test
  void filesThatMayNotGrow() throws Exception {
    Path store = temporary.resolve("store");
    Storage.open(store, Durability.PROCESS_END).close();
    int acknowledged =
        requireRefused(
            Child.run("ulimit -f 3000;", WritesUntilRefused.class, store.toString()),
            "FullDiskException: no room to write the embedded store " + store);
    requireAllThere(store, acknowledged);
  }

  @Test
  void filesThatMayNotBeMadeAtAll() throws Exception {
    Path store = temporary.resolve("store");
    for (int again = 0; again < 2; again++) {
      assertThat(Child.run("ulimit -f 0;", OpensStore.class, store.toString()))
          .contains("no room to write the embedded store " + store);
      // the first time there was no store, the second time there is one
      Storage.open(store, Durability.PROCESS_END).close();
    }
  }

  @Test
  void tooManyOpenFiles() throws Exception {
    Path store = temporary.resolve("store");
    Storage.open(store, Durability.PROCESS_END).close();
    int acknowledged =
        requireRefused(
            Child.run("ulimit -n 100;", WritesUntilRefused.class, store.toString(), "hog"),
            "EmbeddedStoreException: the embedded store " + store);
    assertThat(acknowledged).as("more than one log has").isGreaterThan(600);
    requireAllThere(store, acknowledged);
  }

  /** A real file system without room, where this process may make one. */
  @Test
  void aDiskThatIsFull() throws Exception {
    Path disk = temporary.resolve("disk");
    disk.toFile().mkdir();
    assumeThat(shell("mount -t tmpfs -o size=8m tmpfs " + disk)).as("may mount").isZero();
    try {
      Path store = disk.resolve("store");
      int acknowledged =
          requireRefused(
              Child.run("", WritesUntilRefused.class, store.toString()),
              "FullDiskException: no room to write the embedded store " + store);
      assertThat(Child.run("", OpensStore.class, store.toString()))
          .contains("no room to write the embedded store " + store);
      shell("mount -o remount,size=100m " + disk);
      requireAllThere(store, acknowledged);
    } finally {
      shell("umount " + disk);
    }
  }

  private static int shell(String command) throws Exception {
    return new ProcessBuilder("bash", "-c", command).start().waitFor();
  }

  private static int requireRefused(String out, String words) {
    Matcher said = SAID.matcher(out);
    assertThat(said.find()).as(out).isTrue();
    assertThat(said.group(2)).startsWith(words);
    int acknowledged = Integer.parseInt(said.group(1));
    assertThat(acknowledged).isPositive();
    return acknowledged;
  }

  private static void requireAllThere(Path store, int acknowledged) {
    try (Storage storage = Storage.open(store, Durability.PROCESS_END)) {
      for (int i = 0; i < acknowledged; i++) {
        assertThat(storage.get(Killed.key("key" + i))).hasSize(WritesUntilRefused.VALUE);
      }
    }
  }
}
