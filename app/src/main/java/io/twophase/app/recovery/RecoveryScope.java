package io.twophase.app.recovery;

import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.StoreException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Says which records and members one pass of recovery takes up, and reports of them. */
final class RecoveryScope {

  private final RecoveryRequest request;
  private final Predicate<String> wanted;
  private final Consumer<Recovered> report;

  /** The ids that this pass has taken up: a record that changes meanwhile is listed again. */
  private final Set<String> taken = new HashSet<>();

  /**
   * @param wanted which records and members to recover, by the text of their ids; others are not
   *     reported
   * @param report receives each
   */
  RecoveryScope(RecoveryRequest request, Predicate<String> wanted, Consumer<Recovered> report) {
    this.request = request;
    this.wanted = wanted;
    this.report = report;
  }

  RecoveryRequest request() {
    return request;
  }

  boolean isWanted(String id) {
    return wanted.test(id);
  }

  /** Returns whether the pass has it to recover from now on: nobody has taken it up before. */
  boolean take(Lookup found) {
    return isWanted(found.id()) && taken.add(found.id());
  }

  /** Returns whether it has not changed for so long that its owner counts as dead. */
  boolean isOld(Lookup found) {
    return found.unmodifiedFor().compareTo(request.olderThan()) >= 0;
  }

  /** Returns whether the record's last owner is of the application that is asked for, if one is. */
  boolean isOfApplication(TransactionRecord record) {
    return request
        .application()
        .map(name -> record.owner().filter(owner -> owner.application().equals(name)).isPresent())
        .orElse(true);
  }

  /** The state of a record, or of a member by its record. */
  static State state(Lookup found) {
    return found
        .transaction()
        .map(Transaction::state)
        .orElseGet(() -> found.record().orElseThrow().state());
  }

  /** Does something about one item: a fault is reported with its id, and ends nothing else. */
  void alone(String id, State found, Runnable work) {
    StoreException.faultOf(work)
        .filter(why -> isWanted(id))
        .ifPresent(why -> report(new Recovered.Unfinished(id, found, why)));
  }

  /** It was not run, since an earlier one comes first. */
  void waits(Lookup found, String why) {
    report(new Recovered.Unfinished(found.id(), state(found), why));
  }

  /** Something cannot be read. */
  void unreadable(String id, String fault) {
    if (isWanted(id)) {
      report(new Recovered.Unreadable(id, fault));
    }
  }

  void report(Recovered recovered) {
    report.accept(recovered);
  }
}
