package io.twophase.app.simulation.world;

import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.twophase.test.forwarding.ForwardingEvents;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Function;

/** The numbers of decided records as one process reaches them; nobody consumes them. */
final class SimulatedEvents extends ForwardingEvents {

  private final EventRepository store;
  private final Wire wire;

  SimulatedEvents(EventRepository store, Wire wire) {
    super(store);
    this.store = store;
    this.wire = wire;
  }

  @Override
  public boolean isOn() {
    return wire.read("are events on", store::isOn);
  }

  @Override
  public long confirmed() {
    return wire.read("confirmed", store::confirmed);
  }

  @Override
  public MatchOutcome confirm(long upTo) {
    return write("confirm", upTo, store::confirm);
  }

  @Override
  public List<NumberedRecord> numbered(long after) {
    return wire.read("numbered", () -> store.numbered(after));
  }

  @Override
  public MatchOutcome mark(List<NumberedRecord> records) {
    return write("mark", records, store::mark);
  }

  @Override
  public List<RecordId> unnumbered() {
    return wire.read("unnumbered", store::unnumbered);
  }

  /** All of them travel together: none is inserted behind one that was not. */
  @Override
  public void give(long first, List<RecordId> records) {
    var unused =
        write(
            "give from " + first,
            records,
            all -> {
              store.give(first, all);
              return MatchOutcome.MATCHED;
            });
  }

  @Override
  public long trimmed() {
    return wire.read("trimmed", store::trimmed);
  }

  @Override
  public MatchOutcome trim(long upTo) {
    return write("trim", upTo, store::trim);
  }

  @Override
  public List<RecordId> unread(long upTo, List<RecordId> records) {
    return wire.read("unread", () -> store.unread(upTo, records));
  }

  @Override
  public List<Option<Long>> numbersOf(List<RecordId> records) {
    return wire.read("numbers of", () -> store.numbersOf(records));
  }

  @Override
  public EvidenceRepository evidence() {
    return new SimulatedLeaves(store.evidence(), wire);
  }

  private <E> MatchOutcome write(String name, E element, Function<E, MatchOutcome> effect) {
    return wire.write(Writing.ofOne(name, effect), List.of(element)).get(0);
  }
}
