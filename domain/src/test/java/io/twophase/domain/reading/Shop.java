package io.twophase.domain.reading;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Member;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Documents and records, as a test sets them, and what was read of them. */
final class Shop {

  static final HoldRules RULES = new HoldRules(HOME, CollectionName.of("accounts"), HoldLimit.NONE);

  final Map<DocumentRef, Sight> documents = new HashMap<>();
  final Map<String, Lookup> records = new HashMap<>();
  final List<String> reads = new ArrayList<>();
  private final List<Runnable> meanwhile = new ArrayList<>();

  static Optional<Document> stored(DocumentRef ref, Fields fields) {
    return Optional.of(Document.of(ref, fields));
  }

  /** The document with the hold of a lone transaction at its first epoch. */
  static Optional<Document> held(Optional<Document> there, String id, DocumentOperation operation) {
    List<Member> member = List.of(Member.of(body(id, operation)));
    return held(there, RecordId.of(transactionId(id)), 1, Claims.of(member, false).all().get(0));
  }

  /** The document with the hold of that claim; throws on what the rules refuse. */
  static Optional<Document> held(
      Optional<Document> there, RecordId record, long epoch, Claim claim) {
    Placing asked = new Placing(record, new Epoch(epoch), claim);
    Stored held = accepted(RULES.place(there.map(document -> document), asked));
    return Optional.of((Document) held);
  }

  static NewTransaction body(String id, DocumentOperation... operations) {
    return new NewTransaction(transactionId(id), List.of(operations), Optional.empty());
  }

  Shop with(Optional<Document> document) {
    documents.put(document.orElseThrow().ref(), Sight.found(document.orElseThrow()));
    return this;
  }

  Shop unreadable(DocumentRef ref, String fault) {
    documents.put(ref, Sight.unreadable(ref.toString(), fault));
    return this;
  }

  /** A transaction has a record of its own. */
  Shop with(String id, State state, DocumentOperation... operations) {
    NewTransaction body = StoredRecords.lone(state, body(id, operations)).body();
    return with(StoredRecords.in(state, StoredRecords.alone(body), Verdict.ALL_APPLIED));
  }

  Shop with(TransactionRecord record) {
    records.put(record.id().value(), Lookup.found(record, Duration.ZERO));
    return this;
  }

  /** Members share a record. */
  Shop with(NewRecord several, State state, Verdict verdict) {
    TransactionRecord record = StoredRecords.in(state, several, verdict);
    with(record);
    several.documents(NOW).forEach(member -> with(member, record));
    return this;
  }

  Shop with(MemberDocument member, TransactionRecord record) {
    records.put(member.id().value(), Lookup.found(member, Optional.of(record), Duration.ZERO));
    return this;
  }

  /** After the read of that number, counted from 1, behind what else is to happen then. */
  Shop then(int read, Runnable change) {
    while (meanwhile.size() <= read) {
      meanwhile.add(() -> {});
    }
    Runnable before = meanwhile.get(read);
    meanwhile.set(
        read,
        () -> {
          before.run();
          change.run();
        });
    return this;
  }

  private void passed(String read) {
    reads.add(read);
    if (reads.size() < meanwhile.size()) {
      meanwhile.get(reads.size()).run();
    }
  }

  private List<Sight> documents(List<DocumentRef> refs) {
    List<Sight> seen =
        refs.stream()
            .map(ref -> documents.getOrDefault(ref, Sight.absent(new Target.OfDocument(ref))))
            .toList();
    passed("documents " + refs.stream().map(ref -> ref.id().words()).toList());
    return seen;
  }

  private List<Lookup> records(HolderIds ids) {
    return lookups(
        "records ",
        Stream.concat(
                ids.transactions().stream().map(TransactionId::value),
                ids.records().stream().map(RecordId::value))
            .toList());
  }

  private List<Lookup> lookups(String what, List<String> ids) {
    List<Lookup> seen =
        ids.stream().map(id -> records.getOrDefault(id, Lookup.absent(id))).toList();
    passed(what + ids);
    return seen;
  }

  ReadAnswer read(DocumentRef... asked) {
    Reading reading = Reading.of(List.of(asked), HOME);
    while (reading.result().isEmpty()) {
      reading = after(reading);
    }
    return reading.result().orElseThrow();
  }

  private Reading after(Reading step) {
    return switch (step.step()) {
      case DOCUMENTS, ABSENT_AGAIN -> step.after(documents(step.documents()), List.of());
      case RECORDS -> step.after(List.of(), records(step.ids()));
      case MEMBERS ->
          step.after(
              List.of(),
              lookups(
                  "members ",
                  step.ids().transactions().stream().map(TransactionId::value).toList()));
      case AGAIN -> step.after(documents(step.documents()), records(step.ids()));
      case NONE -> step;
    };
  }
}
