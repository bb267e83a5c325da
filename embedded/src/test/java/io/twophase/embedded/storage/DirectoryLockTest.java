package io.twophase.embedded.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {

  @TempDir Path directory;

  /** On POSIX the operating system gives the lock up when any channel on the file is closed. */
  @Test
  void anotherChannelThatIsClosedDoesNotLetASecondProcessIn() throws Exception {
    try (Storage storage = Storage.open(directory, Durability.PROCESS_END)) {
      storage.acknowledge();
      Path engines = new StoreDirectory(directory).engine().resolve("LOCK");
      for (Path file : List.of(directory.resolve(DirectoryLock.LOCK), engines)) {
        FileChannel.open(file, StandardOpenOption.WRITE).close();
      }
      assertThat(inAnotherProcess())
          .contains("in use")
          .contains("process " + ProcessHandle.current().pid());
      assertThatThrownBy(() -> Storage.open(directory, Durability.PROCESS_END))
          .isInstanceOf(DirectoryInUseException.class);
    }
    assertThat(inAnotherProcess()).contains("opened");
  }

  /** The number of a process that has ended may have gone to another, which started later. */
  @Test
  void anOwnerThatIsNoLongerThereStandsInNobodysWay() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    long parent = ProcessHandle.current().parent().orElseThrow().pid();
    Path owner = directory.resolve(DirectoryLock.OWNER);
    for (String left : List.of(ended.pid() + " 1\n", parent + " 1\n", "12")) {
      Files.writeString(owner, left);
      Storage.open(directory, Durability.PROCESS_END).close();
      assertThat(owner).as(left).doesNotExist();
    }
  }

  private String inAnotherProcess() throws Exception {
    return Child.run("", OpensStore.class, directory.toString());
  }
}
