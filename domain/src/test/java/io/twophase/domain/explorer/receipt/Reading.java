package io.twophase.domain.explorer.receipt;

import io.twophase.domain.batch.record.MemberView;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.protocol.Goal;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.BodyDigest;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.vavr.control.Option;
import java.time.Duration;

/** What a client reads under an id. */
final class Reading {

  private Reading() {}

  static String line(TransactionLookup lookup) {
    return lookup.fold(
        found -> found.record().state() + found.batch().map(batch -> " in a batch").getOrElse(""),
        absent -> "nothing",
        unreadable -> "what it cannot read",
        removed -> "a receipt");
  }

  static TransactionLookup of(Scene scene, World world, TransactionId id, Goal goal) {
    Option<Slot> slot = world.slots().get(id);
    if (slot.isEmpty()) {
      return new TransactionLookup.Absent(id);
    }
    if (slot.get() instanceof Slot.Lone lone) {
      return new TransactionLookup.Found(lone.record(), Duration.ZERO);
    }
    if (slot.get() instanceof Slot.Member member) {
      return new TransactionLookup.Found(
          MemberView.of(member.document(), world.batch(), Fixtures.NOW),
          Duration.ZERO,
          Option.some(member.document().batch()));
    }
    Receipt receipt = ((Slot.Left) slot.get()).receipt();
    if (scene.lacks(Flaw.IS_NOT_SHOWN)) {
      return new TransactionLookup.Absent(id);
    }
    return new TransactionLookup.Removed(
        scene.lacks(Flaw.FORGETS_THE_BODY)
            ? asked(goal).map(body -> saying(receipt, body)).getOrElse(receipt)
            : receipt);
  }

  private static Receipt saying(Receipt receipt, NewTransaction asked) {
    return new Receipt(
        receipt.id(),
        BodyDigest.of(asked),
        receipt.epoch(),
        receipt.reason(),
        receipt.moved(),
        receipt.finishedAt());
  }

  static Option<NewTransaction> asked(Goal goal) {
    return goal instanceof Goal.Run run ? Option.some(run.body()) : Option.none();
  }
}
