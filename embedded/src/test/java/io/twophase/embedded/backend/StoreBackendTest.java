package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.embedded.EmbeddedChannel;
import io.twophase.embedded.storage.Storage;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tests ask the backend itself for what a driver does not send, or waits for. */
class StoreBackendTest {

  @AutoClose
  private final StoreBackend backend = new StoreBackend(new DocumentStore(Storage.inMemory()));

  private final CountDownLatch began = new CountDownLatch(1);
  private final CountDownLatch ends = new CountDownLatch(1);

  /**
   * Indexes that are looked through twice before the change of structure, and stand still in it.
   */
  private final class SlowIndexes extends AbstractList<Document> {
    private final AtomicInteger looks = new AtomicInteger();

    @Override
    public Document get(int at) {
      if (looks.incrementAndGet() > 2) {
        began.countDown();
        try {
          ends.await();
        } catch (InterruptedException interrupted) {
          throw new AssertionError(interrupted);
        }
      }
      return new Document("key", new Document("a", 1)).append("name", "a_1");
    }

    @Override
    public int size() {
      return 1;
    }
  }

  private Document answer(String command, Document body) {
    return backend.handleCommand(new EmbeddedChannel(), "bank", command, body);
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPingIsAnsweredWhileAnIndexIsBuilt() throws InterruptedException {
    Document index = new Document("createIndexes", "c").append("indexes", new SlowIndexes());
    Thread building = new Thread(() -> answer("createIndexes", index));
    building.start();
    try {
      assertThat(began.await(1, TimeUnit.MINUTES)).isTrue();

      assertThat(answer("ping", new Document("ping", 1)).get("ok")).isEqualTo(1.0);

      assertThat(building.isAlive()).isTrue();
    } finally {
      ends.countDown();
      building.join();
    }
  }

  /** A driver does not send so much in one write. */
  @Test
  void aDocumentOfMoreThan16MegabytesIsRefused() {
    String half = "x".repeat(9_000_000);
    Document upsert =
        new Document("q", new Document("x", half))
            .append("u", new Document("$set", new Document("y", half)))
            .append("upsert", true);
    Document large = new Document("_id", 1).append("x", half).append("y", half);

    assertRefused(17_420, "update", new Document("updates", List.of(upsert)));
    assertRefused(10_334, "insert", new Document("documents", List.of(large)));
  }

  private void assertRefused(int code, String command, Document body) {
    Document answer = answer(command, body.append(command, "c"));
    assertThat(answer).containsEntry("n", 0);
    assertThat(answer.get("writeErrors")).asString().contains("\"code\" : " + code);
  }
}
