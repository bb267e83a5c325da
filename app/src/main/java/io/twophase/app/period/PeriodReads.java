package io.twophase.app.period;

import io.twophase.app.engine.Repositories;
import io.twophase.app.reading.DocumentReader;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.PeriodName;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.period.Period;
import io.twophase.domain.reading.DecidedDocument;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Fields;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Reads periods as decided, and what they wait for. */
final class PeriodReads {

  private final DocumentRepository documents;
  private final TransactionRepository transactions;
  private final DocumentReader reader;

  PeriodReads(Repositories repositories, DocumentReader reader) {
    this.documents =
        repositories
            .documents()
            .getOrElseThrow(
                () -> new UnsupportedOperationException("this store keeps no documents"))
            .repository();
    this.transactions = repositories.transactions();
    this.reader = reader;
  }

  /** One of each name, in their order. Of most periods, what is stored is what is decided. */
  List<PeriodLookup> find(List<PeriodName> names) {
    List<DocumentRef> refs = names.stream().map(Period::document).toList();
    List<DocumentLookup> stored = documents.find(refs);
    List<PeriodLookup> found = new ArrayList<>(names.size());
    for (int at = 0; at < names.size(); at++) {
      PeriodName name = names.get(at);
      found.add(
          stored
              .get(at)
              .<PeriodLookup>fold(
                  there -> lookup(name, there.document()),
                  absent -> new PeriodLookup.Absent(name),
                  unreadable -> new PeriodLookup.Unreadable(name, unreadable.fault())));
    }
    return found;
  }

  /** Checks change nothing, whatever becomes of them. */
  private PeriodLookup lookup(PeriodName name, Participant stored) {
    boolean isOnlyChecked =
        stored.holds().stream().allMatch(hold -> hold.mode() == HoldMode.SHARED);
    return isOnlyChecked ? period(name, Option.some(stored.fields())) : decided(name);
  }

  private PeriodLookup decided(PeriodName name) {
    DecidedDocument document = reader.read(Period.document(name)).orElseThrow().get(0);
    return period(name, document.fields());
  }

  private static PeriodLookup period(PeriodName name, Option<Fields> document) {
    return document.fold(
        () -> new PeriodLookup.Absent(name),
        fields ->
            Period.of(name, fields)
                .<PeriodLookup>fold(
                    fault -> new PeriodLookup.Unreadable(name, fault), PeriodLookup.Found::new));
  }

  /** The transactions that hold the period's document and are not decided yet. */
  List<TransactionId> undecided(PeriodName name) {
    return holders(
        name, lookup -> lookup.fold(found -> isUndecided(found), a -> true, u -> true, r -> false));
  }

  private static boolean isUndecided(TransactionLookup.Found found) {
    return switch (found.record().state()) {
      case INITIAL, PENDING, AUTHORIZED -> true;
      case APPLIED, DONE, CANCELING, CANCELED -> false;
    };
  }

  /** Those of them that wait for somebody to capture them, and not for a moment only. */
  List<TransactionId> authorized(PeriodName name) {
    return holders(
        name,
        lookup ->
            lookup.fold(
                found -> found.record().state() == State.AUTHORIZED,
                a -> false,
                u -> false,
                r -> false));
  }

  private List<TransactionId> holders(PeriodName name, Predicate<TransactionLookup> wanted) {
    List<TransactionId> holders =
        documents
            .find(List.of(Period.document(name)))
            .get(0)
            .fold(
                found -> found.document().holds().stream().map(DocumentHold::transaction).toList(),
                absent -> List.of(),
                unreadable -> List.of());
    if (holders.isEmpty()) {
      return List.of();
    }
    List<TransactionLookup> records = transactions.find(holders);
    List<TransactionId> those = new ArrayList<>();
    for (int at = 0; at < holders.size(); at++) {
      if (wanted.test(records.get(at))) {
        those.add(holders.get(at));
      }
    }
    return those;
  }
}
