package io.twophase.adapter.mongo.adoption;

import static io.twophase.adapter.mongo.document.Fields.WholeNumber.isSame;

import io.twophase.adapter.mongo.adoption.AdoptionPlan.Decision;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.InFlight;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.PendingRule;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.Remedy;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.StrayMark;
import io.twophase.adapter.mongo.adoption.TutorialDocuments.TutorialAccount;
import io.twophase.adapter.mongo.adoption.TutorialDocuments.TutorialRecord;
import io.twophase.adapter.mongo.adoption.TutorialProtocol.TutorialTransfer;
import io.twophase.adapter.mongo.document.BsonText;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.hold.AccountCodec;
import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import io.twophase.adapter.mongo.record.TutorialRecords;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads what there is, and decides what to do with it. Writes nothing. */
record Survey(TutorialDocuments documents, Reads accounts, AccountCodec codec) {

  private static final Set<String> UNDER_WAY =
      Set.of("pending", "applied", "committed", "canceling");

  private static final Decision LEAVE =
      new Decision(Remedy.LEAVE, "nothing has moved: twophase recover runs it, or cancel it");

  /** A mark, and the record of its transaction. */
  record Stray(BsonValue account, Optional<TutorialRecord> record, StrayMark judged) {

    private boolean isInFlight() {
      return record
          .filter(found -> UNDER_WAY.contains(found.state()) && found.isOfTheTutorial())
          .filter(found -> found.transferFault().isEmpty() && found.transfer().touches(account))
          .isPresent();
    }
  }

  AdoptionPlan plan(PendingRule pending) {
    Census census = new Census();
    accounts.all(census::add);
    List<InFlight> inFlight =
        documents.unfinished().stream().map(record -> judged(record, pending)).toList();
    List<StrayMark> marks = strayMarks().map(Stray::judged).toList();
    return new AdoptionPlan(
        census.ours, census.clean, census.marked, census.refused, inFlight, marks);
  }

  InFlight judged(TutorialRecord record, PendingRule pending) {
    return new InFlight(
        BsonText.ofId(record.id()),
        record.state(),
        record.isInitial()
            ? ofInitial(record)
            : record
                .transferFault()
                .map(Decision::refuse)
                .orElseGet(() -> rules(record).ofTransaction(pending)));
  }

  private Rules rules(TutorialRecord record) {
    TutorialTransfer transfer = record.transfer();
    return new Rules(
        record,
        documents.markedBy(transfer.source(), record.id()),
        documents.markedBy(transfer.destination(), record.id()));
  }

  private Decision ofInitial(TutorialRecord record) {
    return new TutorialRecords(codec.tutorial().currency())
        .fault(record.document())
        .map(why -> Decision.refuse("nothing has moved; mend it, or remove it: " + why))
        .orElse(LEAVE);
  }

  /** The accounts of transactions in flight that are refused: adopted, they could not be mended. */
  Set<BsonValue> waiting(PendingRule pending) {
    Set<BsonValue> waiting = new HashSet<>();
    for (TutorialRecord record : documents.unfinished()) {
      if (!record.isInitial() && judged(record, pending).decision().remedy() == Remedy.REFUSE) {
        Optional.ofNullable(record.document().get(Field.SOURCE)).ifPresent(waiting::add);
        Optional.ofNullable(record.document().get(Field.DESTINATION)).ifPresent(waiting::add);
      }
    }
    return waiting;
  }

  /** The marks on accounts that no transaction in flight accounts for. */
  Stream<Stray> strayMarks() {
    return documents.marked().stream()
        .flatMap(
            account ->
                TutorialDocuments.marks(documents.account(account)).stream()
                    .distinct()
                    .map(mark -> stray(account, mark, documents.record(mark)))
                    .filter(stray -> !stray.isInFlight()));
  }

  private Stray stray(BsonValue account, BsonValue mark, Optional<TutorialRecord> record) {
    Decision decision = Rules.ofMark(documents.markedBy(account, mark), record);
    return new Stray(
        account, record, new StrayMark(BsonText.ofId(account), BsonText.ofId(mark), decision));
  }

  /** Counts the accounts of each kind. */
  private final class Census {
    private long ours;
    private long clean;
    private long marked;
    private final List<AdoptionPlan.NotAdoptable> refused = new ArrayList<>();

    void add(BsonDocument document) {
      Seen account = codec.decode(document);
      if (account.fault().isPresent()) {
        addMarked(document);
      } else if (account.kind() == Seen.Kind.TUTORIAL) {
        clean++;
      } else {
        ours++;
      }
    }

    /** One that cannot be read as it is, perhaps for its marks alone. */
    private void addMarked(BsonDocument document) {
      codec
          .decode(withoutMarks(document))
          .fault()
          .ifPresentOrElse(
              fault -> refused.add(new AdoptionPlan.NotAdoptable(Fields.idText(document), fault)),
              () -> marked++);
    }

    private static BsonDocument withoutMarks(BsonDocument document) {
      return !document.containsKey(Field.VERSION) && document.isArray(Field.PENDING)
          ? document.clone().append(Field.PENDING, new BsonArray())
          : document;
    }
  }

  /**
   * The rules for what the tutorial's protocol has left: its own rules, where they do no harm. They
   * check nothing; so an account that is missing, a balance too small, and whatever else they would
   * lose or make money by, is refused here before the first write.
   */
  record Rules(TutorialRecord record, TutorialAccount source, TutorialAccount destination) {

    /** Returns the rule of a transaction that is neither initial, done nor canceled. */
    Decision ofTransaction(PendingRule pending) {
      return switch (record.state()) {
        case "applied", "committed" ->
            new Decision(Remedy.FINISH, "both amounts have moved: its marks go, done");
        case "pending" ->
            pending == PendingRule.FINISH ? finish() : undo("its marks are undone, canceled");
        case "canceling" -> undo("what is left of its marks is undone, canceled");
        default -> Decision.refuse("state is '" + record.state() + "', which is no state");
      };
    }

    private static Decision decided(Optional<String> fault, Decision sound) {
      return fault.map(Decision::refuse).orElse(sound);
    }

    private Decision finish() {
      return decided(
          amountFault()
              .or(() -> faultOfApplying(source, -1))
              .or(() -> faultOfApplying(destination, 1)),
          new Decision(Remedy.FINISH, "applied where it is not, its marks go, done"));
    }

    private Optional<String> faultOfApplying(TutorialAccount account, int sign) {
      return account
          .faultOfApplying()
          .or(() -> account.isMarked() ? Optional.empty() : faultOfMoving(account, sign));
    }

    private Optional<String> faultOfMoving(TutorialAccount account, int sign) {
      return account.faultOfMoving(sign * record.amount().orElseThrow(), record.transfer().value());
    }

    private Decision undo(String detail) {
      return decided(
          amountFault()
              .or(() -> faultOfUndoing(destination, -1))
              .or(() -> faultOfUndoing(source, 1)),
          new Decision(Remedy.UNDO, detail));
    }

    private Optional<String> faultOfUndoing(TutorialAccount account, int sign) {
      return account.isMarked() ? faultOfMoving(account, sign) : Optional.empty();
    }

    private Optional<String> amountFault() {
      TutorialTransfer transfer = record.transfer();
      if (record.amount().isEmpty()) {
        return Optional.of(
            "%s is %s, not an exact whole number above zero"
                .formatted(Field.VALUE, BsonText.of(transfer.value())));
      }
      if (isSame(transfer.source(), transfer.destination())) {
        return Optional.of(
            "source and destination are both "
                + BsonText.of(transfer.source())
                + ": the tutorial's rules lose the amount");
      }
      return source.faultOfMarks().or(destination::faultOfMarks);
    }

    /** Returns the rule of a mark of no transaction in flight that touches its account. */
    static Decision ofMark(TutorialAccount account, Optional<TutorialRecord> found) {
      return found
          .map(record -> new Rules(record, account, account).ofMark())
          .orElseGet(
              () ->
                  Decision.refuse(
                      "no such transaction: whether its amount is in the balance cannot be known;"
                          + " find out, correct the balance, and remove the mark"));
    }

    private Decision ofMark() {
      if (!record.isOfTheTutorial()) {
        return Decision.refuse("its transaction is not one of the tutorial's protocol");
      }
      if (record.transferFault().isPresent()) {
        return Decision.refuse("its transaction: " + record.transferFault().orElseThrow());
      }
      if (!record.transfer().touches(source.id())) {
        return Decision.refuse("its transaction touches other accounts only");
      }
      return switch (record.state()) {
        case "done" ->
            new Decision(
                Remedy.PULL,
                "its transaction is done: the amount stays, the mark goes; a slow worker may have"
                    + " applied it a second time, which no document tells");
        case "canceled", "cancelled" ->
            decided(
                amountFault()
                    .or(
                        () ->
                            faultOfMoving(source, record.transfer().isFrom(source.id()) ? 1 : -1)),
                new Decision(
                    Remedy.REVERSE,
                    "its transaction is canceled, which takes the mark and the amount back"
                        + " together: both go"));
        default -> Decision.refuse("its transaction is " + record.state());
      };
    }
  }
}
