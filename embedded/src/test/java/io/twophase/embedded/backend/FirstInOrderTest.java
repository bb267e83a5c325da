package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.backend.DocumentComparator;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import io.twophase.domain.testing.Seed;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FirstInOrderTest {

  private static List<Document> first(FirstInOrder first, Stream<Document> documents) {
    documents.forEach(document -> first.offer(document, DocumentMap.encode(document)));
    return first.inOrder().stream().map(DocumentMap::decode).toList();
  }

  @Test
  void theFirstOfAllSortedWithTheEarlierOfEqualsFirst() {
    long seed = Seed.next("FirstInOrderTest");
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      List<Document> all =
          IntStream.range(0, random.nextInt(200))
              .mapToObj(i -> new Document("_id", i).append("n", random.nextInt(10)))
              .toList();
      Document order = new Document("n", random.nextBoolean() ? 1 : -1);
      int most = 1 + random.nextInt(20);
      assertThat(first(FirstInOrder.by(order, most, 1 << 20), all.stream()))
          .as("seed %d", seed)
          .isEqualTo(all.stream().sorted(new DocumentComparator(order)).limit(most).toList());
    }
  }

  @Test
  void theLastOnesBackwards() {
    Stream<Document> all = IntStream.range(0, 9).mapToObj(i -> new Document("_id", i));
    assertThat(first(FirstInOrder.backwards(3, 1 << 20), all))
        .extracting(document -> document.get("_id"))
        .containsExactly(8, 7, 6);
  }

  /** All together they are more than this process has memory. */
  @Test
  void noMoreDocumentsAreHeldThanAreAskedFor() {
    int count = (int) (Runtime.getRuntime().maxMemory() >> 20) + 1;
    FirstInOrder first = FirstInOrder.by(new Document("n", 1), 3, 4 << 20);
    for (int i = 0; i < count; i++) {
      first.offer(new Document("n", -i), new byte[1 << 20]);
    }
    assertThat(first.inOrder()).hasSize(3);
  }

  @Test
  void moreThanMayBeHeldIsRefused() {
    FirstInOrder first = FirstInOrder.by(new Document("n", 1), Integer.MAX_VALUE, 1 << 20);
    first.offer(new Document("n", 1), new byte[1 << 19]);
    assertThatThrownBy(() -> first.offer(new Document("n", 2), new byte[1 << 19]))
        .isInstanceOfSatisfying(
            MongoServerError.class, refused -> assertThat(refused.getCode()).isEqualTo(292))
        .hasMessageContaining("memory limit of 1048576 bytes");
  }
}
