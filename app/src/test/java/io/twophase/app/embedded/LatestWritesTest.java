package io.twophase.app.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatestWritesTest {

  private final LatestWrites writes = new LatestWrites();

  @Test
  void whatIsFoundIsWhatWasWrittenLast() {
    writes.put(key(1), new byte[] {1});
    writes.put(key(1), new byte[] {2});
    assertThat(writes.get(key(1))).containsExactly(2);
    assertThat(writes.get(key(2))).isNull();
  }

  @Test
  void whatIsRemovedOrTooLargeIsNotFound() {
    writes.put(key(1), new byte[] {1});
    writes.remove(key(1));
    assertThat(writes.get(key(1))).isNull();
    writes.put(key(1), new byte[] {1});
    writes.put(key(1), new byte[5_000]);
    assertThat(writes.get(key(1))).isNull();
  }

  @Test
  void ofMoreThanThereIsRoomForSomeAreFoundAndNoneIsAnothers() {
    int written = 20_000;
    for (int id = 0; id < written; id++) {
      writes.put(key(id), new byte[] {(byte) id, (byte) (id >> 8)});
    }
    int found = 0;
    for (int id = 0; id < written; id++) {
      byte[] document = writes.get(key(id));
      if (document != null) {
        found++;
        assertThat(document).containsExactly((byte) id, (byte) (id >> 8));
      }
    }
    assertThat(found).isBetween(1_000, 8_192);
  }

  private static DocumentKey key(int id) {
    return DocumentKey.of("t" + id);
  }
}
