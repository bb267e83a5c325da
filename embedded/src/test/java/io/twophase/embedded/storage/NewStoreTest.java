package io.twophase.embedded.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new store is on the disk before anything is answered from it. */
class NewStoreTest {

  @TempDir Path folder;

  @Test
  void theWatermarkAndTheNamesAreForcedToTheDisk() throws IOException {
    Path store = folder.resolve("new").resolve("store");
    List<String> forced;
    try (Recording recording = new Recording()) {
      recording.enable("jdk.FileForce").withoutThreshold();
      recording.start();
      Storage.open(store, Durability.POWER_CUT).close();
      recording.stop();
      Path events = folder.resolve("events.jfr");
      recording.dump(events);
      forced =
          RecordingFile.readAllEvents(events).stream()
              .filter(event -> event.getEventType().getName().equals("jdk.FileForce"))
              .map(event -> event.getString("path"))
              .filter(path -> path.startsWith(folder.toString()))
              .toList();
    }
    // the directories' names, the watermark's bytes, its name, the engine's name
    assertThat(forced)
        .containsExactly(
            folder.toString(),
            folder.resolve("new").toString(),
            store.resolve("watermark.new").toString(),
            store.toString(),
            store.toString());
  }
}
