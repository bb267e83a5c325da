package io.twophase.app.simulation.planted;

import io.twophase.domain.hold.RecordId;
import io.twophase.ports.EventRepository;
import io.twophase.test.forwarding.ForwardingEvents;
import java.util.List;

/** A planted fault: of what is decided and has no number, the last is not listed. */
public final class SkippedNumbers extends ForwardingEvents {

  public SkippedNumbers(EventRepository sound) {
    super(sound);
  }

  @Override
  public List<RecordId> unnumbered() {
    List<RecordId> all = super.unnumbered();
    return all.subList(0, Math.max(0, all.size() - 1));
  }
}
