package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import org.junit.jupiter.api.Test;

/** {@link ComparisonsTest} says which documents are the first. */
class FirstInOrderTest {

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
