package io.twophase.app.audit;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Records;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads all decided records, and shows them to checks with their numbers, page by page. */
final class NumberedPages {

  private final EventRepository events;
  private final List<Check> checks;
  private final Set<RecordId> met = new HashSet<>();
  private final List<TransactionRecord> page = new ArrayList<>();
  private int transactions;

  NumberedPages(EventRepository events, List<Check> checks) {
    this.events = events;
    this.checks = checks;
  }

  void read(Records records) {
    records.scan(Optional.empty(), this::add);
    show();
  }

  private void add(Lookup lookup) {
    for (TransactionRecord record : lookup.record().stream().toList()) {
      boolean isFirst = lookup.member().isEmpty() || met.add(record.id());
      if (isFirst && record.state().isDecided()) {
        page.add(record);
        transactions += Math.max(1, record.members().size());
        if (transactions >= Check.PAGE) {
          show();
        }
      }
    }
  }

  private void show() {
    List<Optional<Long>> numbers =
        page.isEmpty()
            ? List.of()
            : events.numbersOf(page.stream().map(TransactionRecord::id).toList());
    List<Check.Numbered> shown = new ArrayList<>();
    for (int at = 0; at < page.size(); at++) {
      shown.add(new Check.Numbered(page.get(at), numbers.get(at)));
    }
    checks.forEach(check -> check.seeNumbered(shown));
    page.clear();
    transactions = 0;
  }
}
