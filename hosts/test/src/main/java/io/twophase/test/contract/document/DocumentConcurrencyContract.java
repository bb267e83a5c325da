package io.twophase.test.contract.document;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.ports.DocumentRepository;
import io.twophase.test.contract.Race;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.RepeatedTest;

/** The documents, used by many at once. */
public abstract class DocumentConcurrencyContract extends DocumentContract {

  private static final int THREADS = 8;
  private static final DocumentRef ORDER = order("o1");

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected DocumentConcurrencyContract(Supplier<DocumentRepository> fresh) {
    super(fresh);
  }

  @RepeatedTest(3)
  void ofManyWhoWantADocumentForThemselvesOneHasIt() {
    assertOneHolds(insert(ORDER, fields("a", 1)));
    stored(order("o2"), fields("a", 1));
    assertOneHolds(change(order("o2"), set("a", 2)));
  }

  private void assertOneHolds(DocumentOperation operation) {
    List<DocumentHoldOutcome> outcomes =
        Race.of(THREADS, runner -> hold(leg("t" + runner, 1, operation)));
    assertThat(outcomes).containsOnlyOnce(DocumentHoldOutcome.held());
    assertThat(read(operation.document()).get().holds()).hasSize(1);
  }

  @RepeatedTest(3)
  void ofManyWhoEndAHoldOneDoes() {
    DocumentLeg leg = held("t1", insert(ORDER, fields("a", 1)));
    List<MatchOutcome> outcomes =
        Race.of(
            THREADS,
            runner ->
                switch (runner % 3) {
                  case 0 -> settle(leg);
                  case 1 -> release(leg);
                  default -> withdraw(leg);
                });
    assertThat(outcomes).containsOnlyOnce(MATCHED);
    assertThat(read(ORDER).isDefined()).isEqualTo(outcomes.indexOf(MATCHED) % 3 == 0);
  }

  @RepeatedTest(3)
  void manyWhoAddUntilTheBoundAddExactlyWhatItLeaves() {
    stored(ORDER, fields("n", 50));
    List<Integer> added = Race.of(THREADS, this::addUntilRefused);
    assertThat(added.stream().mapToInt(Integer::intValue).sum()).isEqualTo(50);
    assertThat(read(ORDER).get().fields()).isEqualTo(fields("n", 100L));
    assertThat(read(ORDER).get().holds()).isEmpty();
  }

  private int addUntilRefused(int runner) {
    int added = 0;
    while (true) {
      DocumentLeg leg = leg("r" + runner + "-" + added, 1, add(ORDER, "n", 1));
      if (!hold(leg).equals(DocumentHoldOutcome.held())) {
        return added;
      }
      assertThat(settle(leg)).isEqualTo(MATCHED);
      added++;
    }
  }
}
