package io.twophase.adapter.inmemory.planted;

import io.twophase.ports.DecisionSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Events whose signals break a promise. */
final class PlantedSignals {

  private PlantedSignals() {}

  static final class SignalsNothing extends PlantedEvents.OverSoundEvents {
    @Override
    public DecisionSignal decisions() {
      return DecisionSignal.NONE;
    }
  }

  static final class SignalsOnce extends PlantedEvents.OverSoundEvents {
    @Override
    public DecisionSignal decisions() {
      return listener -> {
        AtomicBoolean isRung = new AtomicBoolean();
        return sound
            .decisions()
            .listen(
                () -> {
                  if (!isRung.getAndSet(true)) {
                    listener.run();
                  }
                });
      };
    }
  }

  static final class SignalsTheClosed extends PlantedEvents.OverSoundEvents {
    @Override
    public DecisionSignal decisions() {
      return listener -> {
        sound.decisions().listen(listener);
        return () -> {};
      };
    }
  }

  static final class ClosesAll extends PlantedEvents.OverSoundEvents {
    private final List<DecisionSignal.Listening> all = new ArrayList<>();

    @Override
    public DecisionSignal decisions() {
      return listener -> {
        all.add(sound.decisions().listen(listener));
        return () -> all.forEach(DecisionSignal.Listening::close);
      };
    }
  }
}
