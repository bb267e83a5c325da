package io.twophase.app.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.backend.DocumentComparator;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FirstInOrderTest {

  @Test
  void theFirstOfAllSortedWithTheEarlierOfEqualsFirst() {
    long seed = Seeds.next();
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      List<Document> all =
          IntStream.range(0, random.nextInt(200))
              .mapToObj(i -> new Document("_id", i).append("n", random.nextInt(10)))
              .toList();
      Document order = new Document("n", random.nextBoolean() ? 1 : -1);
      int most = 1 + random.nextInt(20);
      assertThat(FirstInOrder.of(all.stream(), order, most))
          .as("seed %d", seed)
          .isEqualTo(all.stream().sorted(new DocumentComparator(order)).limit(most).toList());
    }
  }

  /** All together they are more than this process has memory. */
  @Test
  void noMoreDocumentsAreHeldThanAreAskedFor() {
    int count = (int) (Runtime.getRuntime().maxMemory() >> 20) + 1;
    List<Document> first =
        FirstInOrder.of(
            IntStream.range(0, count)
                .mapToObj(i -> new Document("n", -i).append("x", new byte[1 << 20])),
            new Document("n", 1),
            3);
    assertThat(first)
        .extracting(document -> document.get("n"))
        .containsExactly(1 - count, 2 - count, 3 - count);
  }
}
