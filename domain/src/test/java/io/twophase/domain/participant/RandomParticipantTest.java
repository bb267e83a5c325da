package io.twophase.domain.participant;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random holds, settlements and releases on one document. Whatever comes, what is held excludes no
 * other that is held, each hold is settled without a fault, and the bounds say what is left of
 * them.
 */
class RandomParticipantTest {

  private static final DocumentRef ORDER = Documents.order("o1");
  private static final HoldLimit FIVE = new HoldLimit(5);

  @Test
  void keepsItsRulesWhateverComes() {
    Random random = Seed.random("RandomParticipantTest");
    RandomDocuments documents = new RandomDocuments(random);
    Option<Participant> document = Option.none();
    Map<String, DocumentLeg> held = new LinkedHashMap<>();
    for (int round = 0; round < 5_000; round++) {
      if (held.size() < 5 && random.nextInt(3) > 0) {
        document = placed(document, documents.operation(ORDER), "t" + round, held);
      } else if (!held.isEmpty()) {
        String id = held.keySet().iterator().next();
        document = ended(document, held.remove(id), random.nextBoolean());
      }
      check(document, held);
    }
  }

  private static Option<Participant> placed(
      Option<Participant> before,
      DocumentOperation operation,
      String id,
      Map<String, DocumentLeg> held) {
    DocumentLeg leg = Documents.leg(id, 1, operation);
    Either<DocumentHoldAnswer, Participant> answer = ParticipantRules.hold(before, leg, FIVE);
    answer.forEach(there -> held.put(id, leg));
    return answer.toOption().orElse(before);
  }

  private static Option<Participant> ended(
      Option<Participant> before, DocumentLeg leg, boolean settled) {
    Either<NoDocumentHold, Option<Participant>> after =
        settled
            ? ParticipantRules.settle(before, leg)
            : ParticipantRules.release(before, HeldDocument.of(leg));
    assertThat(after.isRight()).as("%s of %s", leg, before).isTrue();
    return after.get();
  }

  private static void check(Option<Participant> document, Map<String, DocumentLeg> held) {
    assertThat(document.map(Participant::holds).getOrElse(java.util.List.of()))
        .containsExactlyInAnyOrderElementsOf(held.values().stream().map(DocumentHold::of).toList());
    document.forEach(RandomParticipantTest::check);
  }

  private static void check(Participant there) {
    for (DocumentHold one : there.holds()) {
      boolean alone = there.holds().size() == 1;
      assertThat(alone || one.mode() != HoldMode.EXCLUSIVE).as("%s", there).isTrue();
    }
    assertThat(there.placeholder() && there.holds().size() != 1).as("%s", there).isFalse();
    there.escrow().forEach((field, bounds) -> check(there, field, bounds));
  }

  private static void check(Participant there, String field, EscrowField bounds) {
    long adding = 0;
    long taking = 0;
    for (DocumentHold hold : there.holds()) {
      boolean isOnIt = hold.escrowField().contains(field);
      adding += isOnIt ? Math.max(hold.amount(), 0) : 0;
      taking -= isOnIt ? Math.min(hold.amount(), 0) : 0;
    }
    long number = Long.parseLong(there.fields().get(field).map(Value::toString).get());
    assertThat(bounds.available()).as("%s", there).isNotNegative();
    assertThat(bounds.receivable()).as("%s", there).isNotNegative();
    assertThat(bounds.available() + taking).as("%s", there).isEqualTo(number - bounds.floor());
    assertThat(bounds.receivable() + adding).as("%s", there).isEqualTo(bounds.ceiling() - number);
  }
}
