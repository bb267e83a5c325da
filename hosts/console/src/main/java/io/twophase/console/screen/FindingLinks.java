package io.twophase.console.screen;

import io.twophase.app.audit.Finding;
import io.twophase.console.view.Links;
import io.twophase.domain.AccountId;
import io.twophase.domain.Eithers;
import java.util.Optional;

/** Leads from what an audit has found to the transaction, account or document that it names. */
final class FindingLinks {

  private FindingLinks() {}

  /** The address of what a finding is about, if the console has a page of it. */
  static Optional<String> of(Finding finding) {
    return switch (finding.kind()) {
      case TRANSACTION_UNREADABLE,
          REVERSAL_DIFFERS,
          REVERSED_TWICE,
          NUMBER_DIFFERS,
          NUMBER_WITHOUT_RECORD,
          UNNUMBERED,
          STUCK ->
          Optional.of(Links.transaction(finding.id()));
      case ACCOUNT_UNREADABLE, BALANCE_DIFFERS, HOLD_MISSING, ACCOUNT_MISSING ->
          account(finding.id());
      case DOCUMENT_UNREADABLE, PLACEHOLDER_WITHOUT_HOLD, OUT_OF_BOUNDS -> document(finding.id());
      case AVAILABLE_DIFFERS,
          RECEIVABLE_DIFFERS,
          HOLD_WITHOUT_RECORD,
          HOLD_OF_FINISHED,
          SETTLE_MISSED,
          HOLD_DIFFERS,
          HOLDS_CONFLICT ->
          document(finding.id()).or(() -> account(finding.id()));
      case CONSUMER_UNREADABLE -> Optional.of("/consumers");
      case RECORD_CHANGED, RECORD_REMOVED -> Optional.of(Links.transaction(finding.id()));
      case CARRIED_UNREADABLE,
          COLLECTION_UNREADABLE,
          SUM_DIFFERS,
          NUMBER_MISSING,
          TREE_DIFFERS,
          HEAD_DIFFERS ->
          Optional.empty();
    };
  }

  private static Optional<String> account(String id) {
    return Eithers.right(AccountId.parse(id)).map(Links::account);
  }

  /** A document is named by its collection, a blank and the words of its id. */
  private static Optional<String> document(String words) {
    int blank = words.indexOf(' ');
    if (blank < 1) {
      return Optional.empty();
    }
    String id = words.substring(blank + 1);
    return Optional.of(
        "/document?collection=%s&id=%s"
            .formatted(
                Links.encoded(words.substring(0, blank)),
                Links.encoded(id.matches("-?\\d+") ? "[" + id + "]" : id)));
  }
}
