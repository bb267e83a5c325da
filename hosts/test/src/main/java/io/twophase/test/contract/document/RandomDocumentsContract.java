package io.twophase.test.contract.document;

import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentHoldAnswer;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.DocumentRepository;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.RepeatedTest;

/** Any sequence of changes comes out as {@link ParticipantRules} say. */
public abstract class RandomDocumentsContract extends DocumentContract {

  private static final int CALLS = 300;
  private static final int LEGS_REMEMBERED = 12;

  private final Map<DocumentRef, Participant> model = new HashMap<>();

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected RandomDocumentsContract(Supplier<DocumentRepository> fresh) {
    super(fresh);
  }

  @RepeatedTest(3)
  void randomChangesComeOutAsTheDomainSays() {
    Random random = Seed.random("RandomDocumentsContract");
    RandomDocuments drawn = new RandomDocuments(random);
    List<DocumentLeg> legs = new ArrayList<>();
    for (int call = 0; call < CALLS; call++) {
      boolean fresh = legs.isEmpty() || random.nextBoolean();
      DocumentLeg leg =
          fresh
              ? leg("t" + call, 1, drawn.operation(order("o" + random.nextInt(3))))
              : at(1 + random.nextInt(3), legs.get(random.nextInt(legs.size())));
      legs.add(leg);
      if (legs.size() > LEGS_REMEMBERED) {
        legs.remove(0);
      }
      makeOneCall(fresh ? 0 : random.nextInt(6), leg);
      assertThat(read(leg.document()))
          .as("after call %s: %s", call, leg)
          .isEqualTo(stored(leg).map(InOrder::of));
    }
  }

  private Option<Participant> stored(DocumentLeg leg) {
    return Option.of(model.get(leg.document()));
  }

  private void makeOneCall(int kind, DocumentLeg leg) {
    HeldDocument held = HeldDocument.of(leg);
    switch (kind) {
      case 0 -> holds(leg);
      case 1 ->
          matches(leg, stamp(leg), ParticipantRules.stamp(stored(leg), leg).map(Option::some));
      case 2, 3 -> matches(leg, settle(leg), ParticipantRules.settle(stored(leg), leg));
      case 4 -> matches(leg, release(leg), ParticipantRules.release(stored(leg), held));
      default -> matches(leg, withdraw(leg), ParticipantRules.withdraw(stored(leg), held));
    }
  }

  private void holds(DocumentLeg leg) {
    Either<DocumentHoldAnswer, Participant> expected =
        ParticipantRules.hold(stored(leg), leg, HoldLimit.DEFAULT);
    DocumentHoldOutcome outcome = hold(leg);
    assertThat(outcome)
        .as("%s on %s", leg, stored(leg))
        .isEqualTo(
            expected.fold(
                answer ->
                    answer.fold(
                        present ->
                            new DocumentHoldOutcome.Present(present.epoch(), present.exactly()),
                        busy -> new DocumentHoldOutcome.Busy(busy.holder()),
                        denied -> refused(denied.refusal())),
                held -> DocumentHoldOutcome.held()));
    expected.forEach(held -> model.put(leg.document(), held));
  }

  private void matches(
      DocumentLeg leg, MatchOutcome outcome, Either<?, Option<Participant>> expected) {
    assertThat(outcome)
        .as("%s on %s", leg, stored(leg))
        .isEqualTo(expected.isRight() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED);
    expected.forEach(after -> model.remove(leg.document()));
    expected.forEach(after -> after.forEach(there -> model.put(leg.document(), there)));
  }
}
