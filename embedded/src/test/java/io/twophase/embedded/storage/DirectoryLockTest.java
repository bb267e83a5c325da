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

  @Test
  void anOwnerThatHasEndedStandsInNobodysWay() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Storage.open(directory, Durability.PROCESS_END).close();
    DirectoryLock.Owner owner = new DirectoryLock.Owner(ended.pid(), 1);
    owner.write(directory.resolve(DirectoryLock.OWNER));
    Storage.open(directory, Durability.PROCESS_END).close();
    assertThat(directory.resolve(DirectoryLock.OWNER)).doesNotExist();
  }

  /** Its number may have gone to another process, which started at another time. */
  @Test
  void aLaterProcessWithTheNumberOfTheOwnerIsNotTheOwner() throws Exception {
    Storage.open(directory, Durability.PROCESS_END).close();
    long parent = ProcessHandle.current().parent().orElseThrow().pid();
    new DirectoryLock.Owner(parent, 1).write(directory.resolve(DirectoryLock.OWNER));
    Storage.open(directory, Durability.PROCESS_END).close();
  }

  @Test
  void anOwnerFileThatWasNotFinishedStandsInNobodysWay() throws Exception {
    Storage.open(directory, Durability.PROCESS_END).close();
    Files.writeString(directory.resolve(DirectoryLock.OWNER), "12");
    Storage.open(directory, Durability.PROCESS_END).close();
  }

  private String inAnotherProcess() throws Exception {
    return Child.run("", OpensStore.class, directory.toString());
  }
}
