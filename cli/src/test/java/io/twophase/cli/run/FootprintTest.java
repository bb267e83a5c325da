package io.twophase.cli.run;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.Guards.where;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.transfer.TransactionRequest;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which lines of a file wait for each other. */
class FootprintTest {

  private static final TransactionRequest REMOVE = transaction("1").remove(document("users", "a"));
  private static final TransactionRequest INSERT =
      transaction("2").insert(document("users", "b"), Map.of("email", "v"));

  /** The value of a unique index that one gives free, another takes. */
  @Test
  void removalsAndInsertsOfOneCollectionMeet() {
    assertThat(meet(REMOVE, INSERT)).isTrue();
    assertThat(meet(INSERT, transaction("3").insert(document("users", "c"), Map.of()))).isTrue();
    assertThat(meet(INSERT, transaction("3").insert(document("orders", "b"), Map.of()))).isFalse();
  }

  /** A change of a uniquely indexed field is refused. */
  @Test
  void changesAndChecksMeetInDocumentsOnly() {
    TransactionRequest change = transaction("3").change(document("users", "c"), set("a", 1));
    assertThat(meet(INSERT, change)).isFalse();
    assertThat(meet(change, transaction("4").change(document("users", "d"), set("a", 1))))
        .isFalse();
    assertThat(meet(change, transaction("4").check(document("users", "c"), where("a").equalTo(1))))
        .isTrue();
  }

  private static boolean meet(TransactionRequest one, TransactionRequest other) {
    InFlight.Footprint first = InFlight.Footprint.of(one);
    InFlight.Footprint second = InFlight.Footprint.of(other);
    return !Collections.disjoint(first.changed(), second.changed())
        || !Collections.disjoint(first.changed(), second.checked())
        || !Collections.disjoint(first.checked(), second.changed());
  }
}
