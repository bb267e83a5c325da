package io.twophase.adapter.mongo.adoption;

import io.twophase.adapter.mongo.document.BsonText;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.hold.AccountCodec;
import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads what there is, and decides what to do with it. Writes nothing. */
record Survey(TutorialDocuments documents, Reads accounts, AccountCodec codec) {

  /** A mark, and the record of its transaction. */
  record Stray(BsonValue account, Optional<TutorialRecord> record, StrayMark judged) {}

  AdoptionPlan plan(PendingRule pending) {
    Census census = new Census();
    accounts.all(census::add);
    List<InFlight> inFlight =
        documents.unfinished().stream().map(record -> judged(record, pending)).toList();
    List<StrayMark> marks = new ArrayList<>();
    for (BsonValue account : documents.marked()) {
      strayMarks(account).forEach(stray -> marks.add(stray.judged()));
    }
    return new AdoptionPlan(
        census.ours, census.clean, census.marked, census.refused, inFlight, marks);
  }

  InFlight judged(TutorialRecord record, PendingRule pending) {
    return new InFlight(
        BsonText.ofId(record.id()),
        record.state(),
        Rules.ofTransaction(record, documents.accountsOf(record), pending));
  }

  /** The accounts of transactions in flight that are refused: adopted, they could not be mended. */
  Set<BsonValue> waiting(PendingRule pending) {
    Set<BsonValue> waiting = new HashSet<>();
    for (TutorialRecord record : documents.unfinished()) {
      boolean mayHaveMoved = !record.state().equals("initial");
      if (mayHaveMoved && judged(record, pending).decision().remedy() == Remedy.REFUSE) {
        Optional.ofNullable(record.document().get(Field.SOURCE)).ifPresent(waiting::add);
        Optional.ofNullable(record.document().get(Field.DESTINATION)).ifPresent(waiting::add);
      }
    }
    return waiting;
  }

  /** The marks on an account that no transaction in flight accounts for. */
  List<Stray> strayMarks(BsonValue account) {
    List<Stray> strays = new ArrayList<>();
    for (BsonValue mark : marksOf(documents.account(account))) {
      Optional<TutorialRecord> record = documents.record(mark);
      if (!record.filter(found -> isInFlightOn(found, account)).isPresent()) {
        StrayMark judged =
            new StrayMark(
                BsonText.ofId(account),
                BsonText.ofId(mark),
                Rules.ofMark(documents.markedBy(account, mark), record));
        strays.add(new Stray(account, record, judged));
      }
    }
    return strays;
  }

  private static boolean isInFlightOn(TutorialRecord record, BsonValue account) {
    boolean begun =
        List.of("pending", "applied", "committed", "canceling").contains(record.state());
    return begun
        && record.isOfTheTutorial()
        && record.transferFault().isEmpty()
        && (record.transfer().source().equals(account)
            || record.transfer().destination().equals(account));
  }

  private static Iterable<BsonValue> marksOf(Optional<BsonDocument> account) {
    return account
        .map(document -> document.get(Field.PENDING))
        .filter(value -> value != null && value.isArray())
        .<Iterable<BsonValue>>map(value -> new LinkedHashSet<>(value.asArray()))
        .orElse(List.of());
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
      BsonValue pending = document.get(Field.PENDING);
      boolean ofTheTutorial = !document.containsKey(Field.VERSION);
      return ofTheTutorial && pending != null && pending.isArray()
          ? document.clone().append(Field.PENDING, new BsonArray())
          : document;
    }
  }
}
