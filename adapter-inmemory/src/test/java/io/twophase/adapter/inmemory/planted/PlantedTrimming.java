package io.twophase.adapter.inmemory.planted;

import io.twophase.domain.record.MatchOutcome;

/** Events whose trimming breaks a promise. */
final class PlantedTrimming {

  private PlantedTrimming() {}

  static final class TrimsWhatIsNotConfirmed extends PlantedEvents.OverSoundEvents {
    @Override
    public MatchOutcome trim(long upTo) {
      sound.confirm(upTo);
      return sound.trim(upTo);
    }
  }

  static final class NotesNothing extends PlantedEvents.OverSoundEvents {
    @Override
    public long trimmed() {
      return 0;
    }
  }

  static final class LowersWhatIsTrimmed extends PlantedEvents.OverSoundEvents {
    private long trimmed;

    @Override
    public long trimmed() {
      return trimmed;
    }

    @Override
    public MatchOutcome trim(long upTo) {
      MatchOutcome outcome = sound.trim(upTo);
      trimmed = outcome == MatchOutcome.MATCHED ? upTo : trimmed;
      return outcome;
    }
  }

  static final class TrimsOneMore extends PlantedEvents.OverSoundEvents {
    @Override
    public MatchOutcome trim(long upTo) {
      return sound.trim(Math.min(upTo + 1, Math.max(upTo, sound.confirmed())));
    }
  }

  static final class TrimsEachNumberOnce extends PlantedEvents.OverSoundEvents {
    @Override
    public MatchOutcome trim(long upTo) {
      boolean isBack = !sound.numbered(0).isEmpty() && sound.numbered(0).get(0).number() == 1;
      return sound.trimmed() > 0 && isBack ? MatchOutcome.MATCHED : sound.trim(upTo);
    }
  }
}
