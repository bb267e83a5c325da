package io.twophase.planted.writes.app.audit;

import io.twophase.planted.writes.ports.ParticipantRepository;
import java.util.List;

/** Settles what is on accounts and documents. */
final class SettlesTogether {

  List<String> settle(ParticipantRepository participants) {
    return participants.settle(List.of("o1"));
  }
}
