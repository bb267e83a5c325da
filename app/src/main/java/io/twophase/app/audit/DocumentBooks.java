package io.twophase.app.audit;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.operation.HoldMode;
import io.twophase.ports.Holds;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/** Checks the documents of hosts: their holds, and the bounds of their fields. */
final class DocumentBooks {

  private final HoldBooks holds;
  private final List<Finding> findings = new ArrayList<>();

  DocumentBooks(HoldBooks holds) {
    this.holds = holds;
  }

  /**
   * Reads a collection. One that cannot be read is a finding, and the audit goes on: another
   * cluster may be away, or the login may not reach a database.
   *
   * @throws StoreUnavailableException if the store's own cluster cannot be reached
   */
  void read(CollectionName collection, Holds stored) {
    try {
      stored.scan(collection, true, sight -> add(collection, sight));
    } catch (StoreException | IllegalArgumentException away) {
      if (away instanceof StoreUnavailableException && collection.cluster().isEmpty()) {
        throw away;
      }
      report(
          Finding.Kind.COLLECTION_UNREADABLE,
          collection.toString(),
          String.valueOf(away.getMessage()));
    }
  }

  void add(CollectionName collection, Sight sight) {
    sight
        .stored()
        .flatMap(stored -> stored.fold(account -> Option.<Document>none(), Option::some))
        .forEach(this::add);
    sight
        .fault()
        .forEach(
            fault ->
                report(Finding.Kind.DOCUMENT_UNREADABLE, collection + " " + sight.id(), fault));
  }

  private void add(Document document) {
    String id = document.ref().toString();
    if (document.placeholder() && document.holds().isEmpty()) {
      report(Finding.Kind.PLACEHOLDER_WITHOUT_HOLD, id, "nothing holds it");
    }
    List<Held> held =
        document.holds().stream()
            .map(hold -> new Held(document.target(), hold, Option.none()))
            .toList();
    holds.add(held);
    held.stream()
        .filter(each -> isWithoutBounds(document, each.hold()))
        .forEach(
            each ->
                report(Finding.Kind.HOLD_DIFFERS, id, each.words() + " on a field without bounds"));
    findings.addAll(Bounds.findings(document));
  }

  private static boolean isWithoutBounds(Document document, Hold hold) {
    return hold.mode() == HoldMode.ESCROW
        && !hold.fields().stream().allMatch(document.escrow()::containsKey);
  }

  private void report(Finding.Kind kind, String id, String detail) {
    findings.add(new Finding(kind, id, detail));
  }

  List<Finding> findings() {
    return findings;
  }
}
