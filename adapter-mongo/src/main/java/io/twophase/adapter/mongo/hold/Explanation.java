package io.twophase.adapter.mongo.hold;

import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits;
import io.twophase.adapter.mongo.driver.RefusedWriteException;
import io.twophase.adapter.mongo.driver.TakenValues;
import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.document.SizeLimit;
import io.twophase.domain.hold.AccountDocumentRules;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.value.Field;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** Why a hold was not placed, by its target as it was read after that. */
record Explanation(HoldRules rules) {

  /** Why a request of a document is refused whatever that is like; if it is. */
  Optional<Answer> always(CollectionTraits traits, Claim claim) {
    DocumentRef document = ((Target.OfDocument) claim.target()).ref();
    boolean isAccount = document.collection().equals(rules.accounts());
    return claim
        .<Optional<DocumentRefusal>>fold(
            range ->
                isAccount
                    ? Optional.of(AccountDocumentRules.noAddition(document))
                    : traits.ofAddition(document, range.scale().field().name()),
            of ->
                isAccount
                    ? traits
                        .unsafe(document)
                        .or(() -> AccountDocumentRules.refusal(document, of.operation()))
                    : traits.refusal(of.operation()))
        .map(Answer::refused);
  }

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
    long bytes = size(alone) + growth(asked.claim());
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

  private static long size(BsonDocument document) {
    return new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().remaining();
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

  /**
   * About how many bytes an operation's write has, beside those of its hold: enough to cut calls
   * into commands that the driver need not cut again.
   */
  public static final class OperationSize {

    /** More than a condition or a change has beside its path and value. */
    private static final int PART_BYTES = 100;

    /** The most times that a filter repeats a value of a guard. */
    private static final int VALUE_COPIES = 2;

    /** Less than any hold weighs, with what the settle adds to the document beside the changes. */
    private static final int HOLD_BYTES = 64;

    /** More than the name of an array's element weighs, with its type. */
    private static final int ELEMENT_BYTES = 16;

    private OperationSize() {}

    /** More than the write of an operation has. */
    public static long of(DocumentOperation operation) {
      long bytes = operation.document().id().bsonSize();
      if (operation instanceof InsertDocument insert) {
        return bytes + insert.fields().bsonSize();
      } else if (operation instanceof ChangeDocument change) {
        return bytes
            + of(change.guards())
            + 2L * growth(change.changes())
            + 10L * PART_BYTES * change.changes().all().size();
      } else if (operation instanceof RemoveDocument remove) {
        return bytes + of(remove.guards());
      } else if (operation instanceof CheckDocument check) {
        return bytes + of(check.guards());
      }
      return bytes + PART_BYTES;
    }

    /** A guard has a condition for each document on the way, and one for each value. */
    private static long of(List<Guard> guards) {
      long bytes = 0;
      for (Guard guard : guards) {
        long longest = PART_BYTES;
        for (FieldPath path : guard.paths()) {
          long bytesOfPath = PART_BYTES + (long) path.toString().length();
          bytes += bytesOfPath * path.names().size();
          longest = Math.max(longest, bytesOfPath);
        }
        for (Value value : guard.values()) {
          bytes += VALUE_COPIES * (longest + value.bsonSize());
        }
      }
      return bytes;
    }

    /**
     * By how many bytes changes may make a document larger, at most. The hold itself, which the
     * settle removes, makes room for the first few.
     */
    public static int growth(Changes changes) {
      long bytes = changes.all().stream().mapToLong(OperationSize::growth).sum();
      return Math.toIntExact(Math.max(0, bytes - HOLD_BYTES));
    }

    /** By how many bytes one change may make a document larger. */
    private static long growth(FieldChange change) {
      return switch (change.kind()) {
        case SET -> made(change.path(), change.value());
        case INC -> made(change.path(), new Value.Int64(0));
        case PUSH -> ELEMENT_BYTES + made(change.path(), new Value.Array(List.of(change.value())));
        case UNSET, PULL -> 0L;
      };
    }

    /** The field, with all documents on the way to it, made anew. */
    private static long made(FieldPath path, Value value) {
      Value made = value;
      for (int at = path.names().size() - 1; at > 0; at--) {
        made = new Value.Embedded(Fields.of(new Field(path.names().get(at), made)));
      }
      return Fields.of(new Field(path.top(), made)).bsonSize();
    }
  }
}
