package io.twophase.test.forwarding;

import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.ports.ParticipantRepository;
import java.util.List;

/** Participants that pass every call on, unchanged: what a fault is planted into. */
public abstract class ForwardingParticipants implements ParticipantRepository {

  private final ParticipantRepository sound;

  /** Passes on to {@code sound}. */
  protected ForwardingParticipants(ParticipantRepository sound) {
    this.sound = sound;
  }

  @Override
  public List<HoldOutcome> hold(List<ParticipantLeg> legs) {
    return sound.hold(legs);
  }

  @Override
  public List<MatchOutcome> stamp(List<ParticipantLeg> legs) {
    return sound.stamp(legs);
  }

  @Override
  public List<MatchOutcome> settle(List<ParticipantLeg> legs) {
    return sound.settle(legs);
  }

  @Override
  public List<MatchOutcome> release(List<ParticipantLeg> legs) {
    return sound.release(legs);
  }

  @Override
  public List<MatchOutcome> withdraw(List<ParticipantLeg> legs) {
    return sound.withdraw(legs);
  }
}
