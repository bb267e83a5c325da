package io.twophase.test.contract.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.test.contract.Race;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A target that has all the holds it may have is busy, and free again once one has ended. */
public abstract class HoldLimitContract extends HoldCases {

  private static final HoldLimit LIMIT = new HoldLimit(3);
  private static final DocumentRef FULL = order("full");

  @BeforeEach
  void limit() {
    limited(LIMIT);
  }

  private List<Placing> fillDocument() {
    host(FULL, fields("n", 50, "status", "UnPaid"));
    done(add("t0", FULL, "n", 1));
    return List.of(
        held(on("c1", check(FULL, is("status", "UnPaid")))),
        held(add("t2", FULL, "n", 5)),
        held(on(BATCH, check(FULL))));
  }

  private List<Placing> fillAccount() {
    open("A", 40, 100);
    return List.of(
        held(debit("t1", 1, "A", 5)),
        held(money(BATCH, 1, "A", Range.whole(5, 5))),
        held(on("c1", check(ofAccount("A")))));
  }

  private static List<Function<Placing, Ending>> ends() {
    return List.of(held -> settle(held, 0), held -> release(held), held -> withdraw(held));
  }

  private void isBusyUntilOneEnds(List<Placing> holders, List<Placing> comers) {
    for (Placing holder : holders) {
      for (Function<Placing, Ending> ending : ends()) {
        for (Placing comer : comers) {
          assertThat(place(comer).kind()).isEqualTo(Answer.Kind.BUSY);
          assertThat(holdsOf(holder.claim().target())).hasSize(LIMIT.holds());
          assertThat(end(ending.apply(holder))).isEqualTo(MATCHED);
          held(comer);
          assertThat(end(withdraw(comer))).isEqualTo(MATCHED);
          held(holder);
        }
      }
    }
  }

  @Test
  void aDocumentIsBusyUntilOneOfItsHoldsEnds() {
    isBusyUntilOneEnds(fillDocument(), List.of(on("c9", check(FULL)), add("t9", FULL, "n", 1)));
  }

  @Test
  void anAccountIsBusyUntilOneOfItsHoldsEnds() {
    isBusyUntilOneEnds(
        fillAccount(),
        List.of(
            debit("t9", 1, "A", 1),
            money("batch:9", 1, "A", Range.whole(1, 1)),
            on("c9", check(ofAccount("A")))));
  }

  @Test
  void ofManyAtOnceAsManyAreHeldAsThereIsRoomFor() {
    open("A", 40, 100);
    List<Answer.Kind> told = Race.of(8, runner -> place(debit("t" + runner, 1, "A", 1)).kind());
    assertThat(told).containsOnly(Answer.Kind.HELD, Answer.Kind.BUSY);
    assertThat(told.stream().filter(Answer.Kind.HELD::equals)).hasSize(LIMIT.holds());
    assertThat(read("A").holds()).hasSize(LIMIT.holds());
  }
}
