package io.twophase.embedded.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import io.twophase.embedded.storage.Storage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class LatestWritesTest {

  @Test
  void whatIsFoundIsWhatWasWrittenLast() {
    long seed = Seed.next("LatestWritesTest");
    Random random = new Random(seed);
    LatestWrites latest = new LatestWrites(50_000);
    Map<Integer, byte[]> all = new HashMap<>();
    int found = 0;
    for (int step = 0; step < 20_000; step++) {
      int id = random.nextInt(2_000);
      DocumentKey key = DocumentKey.of(id);
      byte[] there = latest.get(key);
      if (there != null) {
        found++;
        assertThat(there).as("seed %d", seed).isSameAs(all.get(id));
      }
      if (random.nextInt(5) == 0) {
        latest.remove(key);
        all.remove(id);
      } else {
        all.put(id, new byte[random.nextInt(100)]);
        latest.put(key, all.get(id));
      }
      assertThat(latest.bytes()).isBetween(0L, 50_000L);
    }
    assertThat(found).isPositive();
  }

  @Test
  void aLargeDocumentIsNotKeptAndNeitherIsTheOneBeforeIt() {
    LatestWrites latest = new LatestWrites(1 << 20);
    DocumentKey key = DocumentKey.of(1);
    latest.put(key, new byte[10]);
    latest.put(key, new byte[(16 << 10) + 1]);
    assertThat(latest.get(key)).isNull();
    assertThat(latest.bytes()).isZero();
  }

  /** A change that counts as one with others is nobody else's before all of them are written. */
  @Test
  void nobodyElseReadsAChangeThatIsNotYetWritten() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (DocumentStore store = new DocumentStore(Storage.inMemory())) {
      DocumentMap map = store.map("db.c");
      DocumentKey key = DocumentKey.of(1);
      map.insert(key, new byte[] {1});
      map.atomically(
          () -> {
            map.replace(key, new byte[] {2});
            assertThat(map.get(key)).containsExactly(2);
            assertThat(other.submit(() -> map.get(key)))
                .succeedsWithin(Duration.ofMinutes(1))
                .isEqualTo(new byte[] {1});
            return true;
          });
      assertThat(other.submit(() -> map.get(key)).get()).containsExactly(2);
      map.remove(key);
      assertThat(map.get(key)).isNull();
    } finally {
      other.shutdown();
    }
  }
}
