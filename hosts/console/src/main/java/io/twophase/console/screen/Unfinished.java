package io.twophase.console.screen;

import io.twophase.console.view.Json;
import io.twophase.domain.OwnerId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.TransactionRecord.Owner;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.OwnerRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Why a record is not finished, and how recovery ends it. */
final class Unfinished {

  private Unfinished() {}

  /** In sentences; nothing of a record that has ended. */
  static Optional<Map<String, Object>> of(Lookup seen, OwnerRepository owners) {
    return seen.record()
        .filter(record -> !record.state().isFinal())
        .map(record -> of(seen, record, owners));
  }

  private static Map<String, Object> of(
      Lookup seen, TransactionRecord record, OwnerRepository owners) {
    List<String> why = new ArrayList<>();
    String recovery;
    seen.member().ifPresent(member -> why.add("The batch %s decides it.".formatted(record.id())));
    if (record.state() == State.AUTHORIZED) {
      why.add(
          record.alone().filter(one -> isOverdue(one, seen)).isPresent()
              ? "It has expired, and nobody has voided it yet: until then it can be captured."
              : "It waits for somebody to capture or void it.");
      recovery = "Recovery leaves it alone until it expires, and voids it then.";
    } else {
      List<OwnerId> owner = record.owner().flatMap(Owner::process).stream().toList();
      Stuck stuck = new Stuck(new OwnerSigns(owner.isEmpty() ? List.of() : owners.find(owner)));
      why.add(stuck.why(record));
      recovery = stuck.recovery(record, Stuck.isOld(seen));
    }
    return Json.object(
        "decided",
        record.state().isDecided(),
        "unchangedFor",
        Spans.text(seen.unmodifiedFor()),
        "why",
        why,
        "recovery",
        recovery);
  }

  private static boolean isOverdue(Transaction record, Lookup seen) {
    return record.isOverdueAt(record.lastModified().plus(seen.unmodifiedFor()));
  }
}
