package io.twophase.domain.reading;

import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transactionId;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Documents and records, as a test sets them, and what was read of them. */
final class Shop {
  final Map<DocumentRef, DocumentLookup> documents = new HashMap<>();
  final Map<TransactionId, TransactionLookup> records = new HashMap<>();
  final List<String> reads = new ArrayList<>();
  final List<Runnable> meanwhile = new ArrayList<>();

  Shop with(Option<Participant> document) {
    documents.put(document.get().ref(), new DocumentLookup.Found(document.get()));
    return this;
  }

  Shop with(String id, State state, DocumentOperation... operations) {
    NewTransaction body =
        new NewTransaction(transactionId(id), List.of(operations), Option.none(), Option.none());
    records.put(
        body.id(), new TransactionLookup.Found(recordOf(body).in(state).build(), Duration.ZERO));
    return this;
  }

  /** After the read of that number, counted from 1. */
  Shop then(int read, Runnable change) {
    while (meanwhile.size() <= read) {
      meanwhile.add(() -> {});
    }
    meanwhile.set(read, change);
    return this;
  }

  private void passed(String read) {
    reads.add(read);
    if (reads.size() < meanwhile.size()) {
      meanwhile.get(reads.size()).run();
    }
  }

  List<DocumentLookup> documents(List<DocumentRef> refs) {
    List<DocumentLookup> seen =
        refs.stream()
            .map(ref -> documents.getOrDefault(ref, new DocumentLookup.Absent(ref)))
            .toList();
    passed("documents " + refs.stream().map(ref -> ref.id().words()).toList());
    return seen;
  }

  List<TransactionLookup> records(List<TransactionId> ids) {
    List<TransactionLookup> seen =
        ids.stream().map(id -> records.getOrDefault(id, new TransactionLookup.Absent(id))).toList();
    passed("records " + ids);
    return seen;
  }

  ReadAnswer read(DocumentRef... asked) {
    Reading reading = Reading.of(List.of(asked), HOME);
    while (!(reading instanceof Reading.Stop)) {
      reading = reading.fold(new Reads(this));
    }
    return ((Reading.Stop) reading).answer();
  }

  private record Reads(Shop shop) implements Reading.Cases<Reading> {
    @Override
    public Reading documents(Reading.ReadDocuments step) {
      return step.after(shop.documents(step.documents()));
    }

    @Override
    public Reading records(Reading.ReadRecords step) {
      return step.after(shop.records(step.records()));
    }

    @Override
    public Reading absentAgain(Reading.ReadAbsentAgain step) {
      return step.after(shop.documents(List.of(step.document())).get(0));
    }

    @Override
    public Reading again(Reading.ReadAgain step) {
      return step.after(shop.documents(step.documents()), shop.records(step.records()));
    }

    @Override
    public Reading stop(Reading.Stop step) {
      return step;
    }
  }

  static ReadAnswer consistent(Object... refsAndFields) {
    List<DecidedDocument> documents = new ArrayList<>();
    for (int at = 0; at < refsAndFields.length; at += 2) {
      documents.add(
          new DecidedDocument(
              (DocumentRef) refsAndFields[at],
              refsAndFields[at + 1] instanceof Fields there ? Option.some(there) : Option.none()));
    }
    return new ReadAnswer.Consistent(documents);
  }
}
