package io.twophase.adapter.mongo.hold;

import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.document.GuardFilters.OperationSize;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.driver.TakenValues;
import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.document.SizeLimit;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** Why a hold was not placed, by its target as it was read after that. */
record Explanation(HoldRules rules) {

  /** The answer of a target; none if its rules allow the hold. */
  Optional<Answer> of(CollectionTraits traits, Placing asked, Optional<Seen> seen) {
    return seen.flatMap(there -> unreadable(asked.claim(), there))
        .map(reason -> Answer.refused(reason))
        .or(() -> rules.place(seen.flatMap(Seen::stored), asked).swap().toJavaOptional())
        .or(() -> seen.flatMap(there -> ofSettled(traits, asked.claim(), there)));
  }

  private static Optional<CancelReason> unreadable(Claim claim, Seen seen) {
    return claim.fold(
        range ->
            seen.fault()
                .or(() -> strangeBound(range.scale(), seen))
                .map(fault -> corrupt(range.target(), fault)),
        document ->
            seen.fault()
                .filter(fault -> seen.stored().isEmpty())
                .map(fault -> corrupt(document.target(), fault)));
  }

  private static Optional<String> strangeBound(Scale scale, Seen seen) {
    return scale.fold(
        money -> Optional.empty(), field -> DocumentCodec.strangeBound(seen.raw(), field.name()));
  }

  private static CancelReason corrupt(Target target, String fault) {
    return target.fold(
        account -> new HoldRefusal.AccountCorrupt(account, fault),
        document -> new DocumentRefusal.DocumentCorrupt(document, fault));
  }

  private static Optional<Answer> ofSettled(CollectionTraits traits, Claim claim, Seen seen) {
    return claim
        .ofDocument()
        .flatMap(
            document ->
                traits.ofSettled(document.operation(), seen.stored().orElseThrow().fields()))
        .map(Answer::refused);
  }

  /**
   * A document has the value of a unique index that the claim's would have. A value that a
   * placeholder keeps is decided with it; one that cannot be read stays as it is.
   */
  static Answer ofTaken(DocumentRef asked, TakenValues.Taken taken) {
    return DocumentCodec.decode(asked.collection(), taken.by())
        .stored()
        .filter(Stored::isPlaceholder)
        .map(
            placeholder -> {
              Hold holder = placeholder.holds().get(0);
              return Answer.busy(
                  holder,
                  placeholder.target(),
                  new DocumentRefusal.DocumentBusy(asked, holder.transaction()));
            })
        .orElseGet(
            () ->
                Answer.refused(
                    new DocumentRefusal.ValueTaken(
                        asked, taken.index().name(), taken.index().fields())));
  }

  /**
   * The document has no room for the hold: not now, or never.
   *
   * @throws RefusedWriteException {@code noRoom} of an account, which the server never refuses
   */
  Answer ofNoRoom(Placing asked, Seen seen, RefusedWriteException noRoom) {
    if (!(asked.claim().target() instanceof Target.OfDocument target)) {
      throw noRoom;
    }
    DocumentRef document = target.ref();
    List<Hold> holds = seen.stored().orElseThrow().holds();
    BsonDocument alone = seen.raw().clone();
    Hold wanted = Hold.of(rules.home(), asked);
    alone.append(Names.PENDING, new BsonArray(List.of(HoldCodec.encode(wanted))));
    long bytes = Docs.bytes(alone).length + growth(asked.claim());
    return holds.isEmpty() || bytes > SizeLimit.DOCUMENT_BYTES
        ? Answer.refused(
            new DocumentRefusal.DocumentTooLarge(document, bytes, SizeLimit.DOCUMENT_BYTES))
        : Answer.busy(
            holds.get(0), new DocumentRefusal.DocumentBusy(document, holds.get(0).transaction()));
  }

  private static long growth(Claim claim) {
    return claim instanceof Claim.OfDocument document
            && document.operation() instanceof ChangeDocument change
        ? OperationSize.growth(change.changes())
        : 0;
  }

  /**
   * The server refuses the hold for certain, for a reason that it alone knows.
   *
   * @throws RefusedWriteException {@code refused} of an account: no rule of accounts says so, and a
   *     transaction is not canceled for a fault of the store
   */
  static Answer ofRefused(Target target, RefusedWriteException refused) {
    if (target instanceof Target.OfAccount) {
      throw refused;
    }
    return stuck(target, "refuses a hold: " + refused.getMessage());
  }

  /** No guard that is known here has failed, and the hold is not placed all the same. */
  static Answer ofStuck(Target target, int tries) {
    return stuck(target, "has refused a hold " + tries + " times that its fields allow");
  }

  private static Answer stuck(Target target, String what) {
    return Answer.refused(
        target.<CancelReason>fold(
            account -> new HoldRefusal.AccountCorrupt(account, "it " + what),
            document -> new DocumentRefusal.UnsafeCollection(document, what)));
  }
}
