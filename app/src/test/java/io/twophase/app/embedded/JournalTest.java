package io.twophase.app.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {

  @TempDir Path directory;

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final Journal journal = new Journal("test", written);

  @Test
  void whatIsFlushedIsReadBackInOrder() throws IOException {
    put("a", "1");
    journal.remove("db.c", DocumentKey.of("b"));
    journal.flush();
    put("a", "2");
    journal.flush();
    put("never", "flushed");
    assertThat(replayed(written.toByteArray())).containsExactly("a=1", "b removed", "a=2");
  }

  @Test
  void aFrameCutAnywhereIsNotThereAndThoseBeforeItAre() throws IOException {
    put("a", "1");
    journal.flush();
    int first = written.size();
    put("b", "2");
    put("c", "3");
    journal.flush();
    byte[] all = written.toByteArray();
    for (int length = first; length < all.length; length++) {
      assertThat(replayed(Arrays.copyOf(all, length))).containsExactly("a=1");
    }
    assertThat(replayed(all)).containsExactly("a=1", "b=2", "c=3");
  }

  @Test
  void aDamagedFrameIsRefused() {
    put("a", "1");
    journal.flush();
    put("b", "2");
    journal.flush();
    for (int place : List.of(0, Journal.HEADER + 3, written.size() - 1)) {
      byte[] damaged = written.toByteArray();
      damaged[place] ^= 1;
      assertThatThrownBy(() -> replayed(damaged))
          .isInstanceOf(EmbeddedStoreException.class)
          .hasMessageContaining("journal.1");
    }
  }

  @Test
  void changesThatBelongTogetherShareAFrameWhoeverFlushes() throws Exception {
    Thread other = new Thread(journal::flush);
    journal.asOne(
        () -> {
          put("a", "1");
          other.start();
          while (other.getState() != Thread.State.WAITING && other.isAlive()) {
            Thread.onSpinWait();
          }
          put("b", "2");
          return other;
        });
    other.join();
    journal.flush();
    byte[] oneByteShort = Arrays.copyOf(written.toByteArray(), written.size() - 1);
    assertThat(replayed(oneByteShort)).isEmpty();
  }

  @Test
  void afterAFailedWriteNothingIsAcknowledged() {
    Journal full =
        new Journal(
            "full",
            new OutputStream() {
              private boolean failed;

              @Override
              public void write(int b) throws IOException {
                if (!failed) {
                  failed = true;
                  throw new IOException("No space left on device");
                }
              }
            });
    full.put("db.c", DocumentKey.of("a"), new byte[1]);
    assertThatThrownBy(full::flush)
        .isInstanceOf(EmbeddedStoreException.class)
        .hasMessageContaining("No space left on device");
    full.put("db.c", DocumentKey.of("b"), new byte[1]);
    assertThatThrownBy(full::flush).isInstanceOf(EmbeddedStoreException.class);
  }

  private void put(String key, String value) {
    journal.put("db.c", DocumentKey.of(key), value.getBytes(StandardCharsets.UTF_8));
  }

  private List<String> replayed(byte[] content) throws IOException {
    Path file = Files.write(directory.resolve("journal.1"), content);
    List<String> changes = new ArrayList<>();
    JournalReader.replay(
        file,
        new JournalReader.Target() {
          @Override
          public void put(String map, DocumentKey key, byte[] value) {
            changes.add(
                key.toString().substring(1) + "=" + new String(value, StandardCharsets.UTF_8));
          }

          @Override
          public void remove(String map, DocumentKey key) {
            changes.add(key.toString().substring(1) + " removed");
          }
        });
    return changes;
  }
}
