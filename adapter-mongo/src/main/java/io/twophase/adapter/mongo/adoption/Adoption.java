package io.twophase.adapter.mongo.adoption;

import io.twophase.adapter.mongo.adoption.AdoptionPlan.InFlight;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.PendingRule;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.Remedy;
import io.twophase.adapter.mongo.adoption.AdoptionPlan.StrayMark;
import io.twophase.adapter.mongo.adoption.TutorialDocuments.TutorialRecord;
import io.twophase.adapter.mongo.adoption.TutorialProtocol.TutorialTransfer;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.hold.AccountCodec;
import io.twophase.adapter.mongo.hold.Adoptions;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Makes a pair of collections of MongoDB's tutorial "Perform Two Phase Commits" this software's:
 * first what the tutorial's protocol has left in flight is finished or taken back by the tutorial's
 * own rules, then every account that has no mark is adopted, each by a compare-and-set on the whole
 * document as it was read. A balance that is exactly a whole number, of whatever type, becomes an
 * int64; it counts minor units. Nothing that is refused is touched, nor are the accounts of a
 * transaction that is; the rest goes on.
 *
 * <p><b>Every process that runs the tutorial's protocol on these collections must have been stopped
 * before, and one adoption runs at a time.</b> The tutorial's writes are not guarded against
 * adoption: one that comes late moves money twice.
 *
 * <p>Every write may be repeated, and what is to be done is read from the documents alone. So a run
 * that was cut off anywhere is resumed by running again, and a run after a complete one does
 * nothing.
 *
 * @param codec reads the accounts
 * @param currency of the tutorial's records
 */
public record Adoption(Table accounts, Table transactions, AccountCodec codec, Currency currency) {

  private TutorialDocuments documents() {
    return new TutorialDocuments(accounts, transactions);
  }

  private TutorialProtocol tutorial() {
    return new TutorialProtocol(accounts.collection(), transactions.collection());
  }

  private Survey survey() {
    return new Survey(documents(), accounts.reads(), codec);
  }

  /**
   * Returns what there is and what {@link #run} would do. Writes nothing.
   *
   * @throws StoreUnavailableException if the store cannot be reached
   */
  public AdoptionPlan plan(PendingRule pending) {
    return guarded(() -> survey().plan(pending));
  }

  /**
   * Adopts all that can be adopted.
   *
   * @throws StoreUnavailableException if the store cannot be reached
   * @throws StoreException if it fails on the way; running again does what is left
   */
  public AdoptionReport run(PendingRule pending) {
    return guarded(
        () -> {
          long before = survey().plan(pending).ours();
          List<InFlight> transactions = resolveTransactions(pending);
          List<StrayMark> marks = resolveMarks();
          documents().nameCurrency(currency);
          adoptAccounts(survey().waiting(pending));
          AdoptionPlan left = survey().plan(pending);
          return new AdoptionReport(transactions, marks, left.ours() - before, left);
        });
  }

  private List<InFlight> resolveTransactions(PendingRule pending) {
    List<InFlight> resolved = new ArrayList<>();
    for (TutorialRecord record : documents().unfinished()) {
      InFlight inFlight = survey().judged(record, pending);
      if (record.state().equals("pending") && inFlight.decision().remedy() == Remedy.FINISH) {
        tutorial().applyToSource(record.transfer());
        tutorial().applyToDestination(record.transfer());
        // a worker of this software may have adopted one of them meanwhile
        inFlight = survey().judged(record, pending);
      }
      switch (inFlight.decision().remedy()) {
        case FINISH -> finish(record);
        case UNDO -> tutorial().cancel(record.transfer());
        default -> {
          continue;
        }
      }
      resolved.add(inFlight);
    }
    return resolved;
  }

  private void finish(TutorialRecord record) {
    if (record.state().equals("pending")) {
      tutorial().run(record.transfer());
    } else {
      tutorial().end(record.transfer(), record.state());
    }
  }

  private List<StrayMark> resolveMarks() {
    return survey().strayMarks().filter(this::resolve).map(Survey.Stray::judged).toList();
  }

  private boolean resolve(Survey.Stray stray) {
    Supplier<TutorialTransfer> transfer = () -> stray.record().orElseThrow().transfer();
    switch (stray.judged().decision().remedy()) {
      case PULL -> tutorial().pull(transfer.get(), stray.account());
      case REVERSE -> tutorial().undo(transfer.get(), stray.account());
      default -> {
        return false;
      }
    }
    return true;
  }

  private void adoptAccounts(Set<BsonValue> waiting) {
    TutorialDocuments.updateAll(
        accounts,
        new BsonDocument(),
        document ->
            waiting.contains(document.get(Field.ID))
                ? Optional.empty()
                : Adoptions.of(codec.decode(document)));
  }

  private <T> T guarded(Supplier<T> work) {
    return accounts.server().errors().call("adopt the tutorial's collections", work);
  }

  /**
   * The result of an adoption.
   *
   * @param transactions what was finished or undone
   * @param marks what was removed or reversed
   * @param adopted how many accounts are this software's now that were not before
   * @param left what there is, read again afterwards; complete if all is adopted
   */
  public record AdoptionReport(
      List<InFlight> transactions, List<StrayMark> marks, long adopted, AdoptionPlan left) {}
}
