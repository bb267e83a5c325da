package io.twophase.domain.document;

import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentRefTest {

  @Test
  void isOrderedByCollectionThenById() {
    List<DocumentRef> sorted =
        List.of(
            CollectionName.of("b").document(value("1")),
            CollectionName.of("a").inDatabase("x").document(value("1")),
            CollectionName.of("a").onCluster("k").document(value("1")));
    assertThat(sorted).isSorted();
    assertThat(order(1).compareTo(order("1"))).isNegative();
    assertThat(order("a").compareTo(order("b"))).isNegative();
  }

  /** Two transactions that wait in this order never wait for each other. */
  @Test
  void randomNamesAreInOneOrder() {
    RandomDocuments random = new RandomDocuments(Seed.random("DocumentRefTest"));
    List<DocumentRef> all = new ArrayList<>();
    while (all.size() < 60) {
      Value id = random.value();
      if (!id.type().equals("array")) {
        all.add(order(id));
      }
    }
    all.sort(null);
    for (int low = 0; low < all.size(); low++) {
      for (int high = low; high < all.size(); high++) {
        int order = all.get(low).compareTo(all.get(high));
        assertThat(order).isLessThanOrEqualTo(0);
        assertThat(order == 0).isEqualTo(all.get(low).equals(all.get(high)));
      }
    }
  }
}
