package io.twophase.domain.explorer.participant;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.explorer.model.Fault;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Where an exploration starts, and what may go wrong in it.
 *
 * @param places what is stored at first; a worker's writes change these
 * @param casts the transactions, each with its workers
 * @param faults how often each fault may come
 * @param isPatienceBounded whether a worker may stop waiting for room
 * @param sweeper withdraws what can never be settled
 * @param storage the store's rules
 * @param driver of every worker
 * @param naming the home that a hold names, of the one where its record is
 * @param reader reads documents beside the workers, if one does
 */
record Scenario(
    List<Place> places,
    List<Cast> casts,
    int faults,
    boolean isPatienceBounded,
    Sweeper sweeper,
    Storage storage,
    Driver driver,
    UnaryOperator<Home> naming,
    Reader reader) {

  /**
   * Something stored.
   *
   * @param name in traces
   * @param target what an operation on it names
   * @param stored how it is at first
   * @param decided what is decided of it at first
   */
  record Place(String name, Object target, Stored stored, Option<Fields> decided) {}

  /** Workers that keep the rules, over a store that does, with a sweeper that does. */
  static Scenario of(Cast... casts) {
    return new Scenario(
        List.of(),
        List.of(casts),
        0,
        true,
        Sweeper.FAITHFUL,
        Storage.FAITHFUL,
        Driver.FAITHFUL,
        UnaryOperator.identity(),
        Reader.NONE);
  }

  /** The same, with a document. */
  Scenario given(DocumentRef document, Fields fields) {
    return with(document, Option.some(Participant.of(document, fields)), Option.some(fields));
  }

  /** The same, with a place for a document that is not there. */
  Scenario without(DocumentRef document) {
    return with(document, Option.none(), Option.none());
  }

  private Scenario with(DocumentRef document, Option<Participant> stored, Option<Fields> decided) {
    return with(
        new Place(TraceText.id(document.id()), document, new Stored.OfDocument(stored), decided));
  }

  /** The same, with an account. */
  Scenario given(String account, Money balance) {
    return with(
        new Place(
            account,
            Fixtures.accountId(account),
            new Stored.OfAccount(Fixtures.account(account).with(balance)),
            Decided.account(balance.minor())));
  }

  private Scenario with(Place place) {
    List<Place> more = new ArrayList<>(places);
    more.add(place);
    return with(more);
  }

  private Scenario with(List<Place> newPlaces) {
    return new Scenario(
        List.copyOf(newPlaces),
        casts,
        faults,
        isPatienceBounded,
        sweeper,
        storage,
        driver,
        naming,
        reader);
  }

  /** The same, with a hold that an earlier transaction of the same id has left. */
  Scenario orphan(Cast cast, long epoch, DocumentOperation held) {
    DocumentLeg leg = new DocumentLeg(cast.home(), cast.body().id(), Fixtures.epoch(epoch), held);
    List<Place> changed = new ArrayList<>(places);
    int at = place(held);
    Place place = places.get(at);
    Option<Participant> document = ((Stored.OfDocument) place.stored()).document();
    changed.set(
        at,
        new Place(
            place.name(),
            place.target(),
            new Stored.OfDocument(
                Option.some(ParticipantRules.hold(document, leg, HoldLimit.NONE).get())),
            place.decided()));
    return with(changed);
  }

  /** The same, where an authorization holds all that it is for. */
  Scenario holding(Cast cast) {
    List<Place> changed = new ArrayList<>(places);
    for (Operation operation : cast.body().operations()) {
      int at = place(operation);
      Place there = changed.get(at);
      Message hold =
          Message.of(
              Verb.HOLD,
              cast.home(),
              Role.OWNER.worker(cast.body()),
              cast.record().epoch(),
              operation);
      Stored held = Storage.FAITHFUL.deliver(there.stored(), (Message.OnHeld) hold).stored();
      changed.set(at, new Place(there.name(), there.target(), held, there.decided()));
    }
    return with(changed);
  }

  /** The same, with a bound on time-outs. */
  Scenario timeOuts(int times) {
    return with(Fault.TIME_OUT, times);
  }

  /** The same, with a bound on one kind of fault. */
  Scenario with(Fault fault, int times) {
    return new Scenario(
        places,
        casts,
        fault.allowedBy(faults, times),
        isPatienceBounded,
        sweeper,
        storage,
        driver,
        naming,
        reader);
  }

  /** The same; who waits for room waits as long as it takes. */
  Scenario patient() {
    return new Scenario(places, casts, faults, false, sweeper, storage, driver, naming, reader);
  }

  /** The same, with another sweeper. */
  Scenario sweptBy(Sweeper newSweeper) {
    return new Scenario(
        places, casts, faults, isPatienceBounded, newSweeper, storage, driver, naming, reader);
  }

  /** The same, over a store with other rules. */
  Scenario over(Storage newStorage) {
    return new Scenario(
        places, casts, faults, isPatienceBounded, sweeper, newStorage, driver, naming, reader);
  }

  /** The same, driven otherwise. */
  Scenario drivenBy(Driver newDriver) {
    return new Scenario(
        places, casts, faults, isPatienceBounded, sweeper, storage, newDriver, naming, reader);
  }

  /** The same, where holds name another home. */
  Scenario naming(UnaryOperator<Home> newNaming) {
    return new Scenario(
        places, casts, faults, isPatienceBounded, sweeper, storage, driver, newNaming, reader);
  }

  /** The same, with a reader of these documents. */
  Scenario readBy(Reader newReader) {
    return new Scenario(
        places, casts, faults, isPatienceBounded, sweeper, storage, driver, naming, newReader);
  }

  /** Which transaction has that id. */
  int cast(TransactionId id) {
    return IntStream.range(0, casts.size())
        .filter(at -> casts.get(at).body().id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no transaction " + id));
  }

  /** The same, with one more worker for each transaction. */
  Scenario each(Role role) {
    return new Scenario(
        places,
        casts.stream().map(cast -> cast.with(role)).toList(),
        faults,
        isPatienceBounded,
        sweeper,
        storage,
        driver,
        naming,
        reader);
  }

  /** In which place is what an operation is on. */
  int place(Operation operation) {
    return place(operation.<Object>foldTarget(a -> a.account(), d -> d.document()));
  }

  /** Which place has that name in operations. */
  int place(Object target) {
    return IntStream.range(0, places.size())
        .filter(at -> places.get(at).target().equals(target))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no place for " + target));
  }
}
