package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.ParticipantRepository;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.contract.participant.ParticipantRepositoryContract;
import io.twophase.test.forwarding.ForwardingParticipants;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A store that breaks a promise about accounts and documents together fails the contract. */
class ParticipantsBiteTest {

  /** The contract, on whatever is planted. */
  static final class OnPlanted extends ParticipantRepositoryContract {
    private static UnaryOperator<ParticipantRepository> fault = UnaryOperator.identity();

    @Override
    protected Store store() {
      InMemoryStore sound = InMemoryStore.create(Clock.systemUTC());
      return new PlantedStore(sound, fault.apply(sound.participants()));
    }
  }

  private record PlantedStore(Store sound, ParticipantRepository participants) implements Store {
    @Override
    public AccountRepository accounts() {
      return sound.accounts();
    }

    @Override
    public DocumentRepository documents() {
      return sound.documents();
    }

    @Override
    public TransactionRepository transactions() {
      return sound.transactions();
    }

    @Override
    public OwnerRepository owners() {
      return sound.owners();
    }

    @Override
    public Home home() {
      return sound.home();
    }
  }

  private static boolean isAccount(ParticipantLeg leg) {
    return leg.fold(onAccount -> true, onDocument -> false);
  }

  /** What is broken, and the test of the promise. */
  private record Plant(UnaryOperator<ParticipantRepository> fault, String test) {
    @Override
    public String toString() {
      return test;
    }
  }

  private static List<Plant> plants() {
    return List.of(
        new Plant(AnswersAccountsFirst::new, "eachIsAnsweredInItsPlaceWhateverBecomesOfTheOthers"),
        new Plant(ForgetsWhatIsBehindATakenId::new, "ofManyThatAreThereThoseThatAreNewAreHeld"),
        new Plant(SettlesAccountsOnly::new, "whatIsHeldTogetherIsSettledTogether"),
        new Plant(WithdrawsAtAnyEpoch::new, "whatIsGivenBackIsAsBefore"),
        new Plant(ForgetsChecks::new, "nobodyFreezesWhatIsChecked"),
        new Plant(ForgetsChecks::new, "whatIsCheckedIsFoundByThoseWhoSweep"),
        new Plant(DoesNotStamp::new, "whatIsStampedIsSettledAtItsNewEpochOnly"));
  }

  private static final class AnswersAccountsFirst extends ForwardingParticipants {
    AnswersAccountsFirst(ParticipantRepository sound) {
      super(sound);
    }

    @Override
    public List<HoldOutcome> hold(List<ParticipantLeg> legs) {
      List<ParticipantLeg> sorted = new ArrayList<>(legs);
      sorted.sort(Comparator.comparing(leg -> !isAccount(leg)));
      return super.hold(sorted);
    }
  }

  private static final class ForgetsWhatIsBehindATakenId extends ForwardingParticipants {
    ForgetsWhatIsBehindATakenId(ParticipantRepository sound) {
      super(sound);
    }

    @Override
    public List<HoldOutcome> hold(List<ParticipantLeg> legs) {
      List<HoldOutcome> outcomes = new ArrayList<>();
      for (ParticipantLeg leg : legs) {
        boolean isBehind = outcomes.stream().anyMatch(outcome -> !outcome.isHeld());
        outcomes.add(
            isBehind && !isAccount(leg)
                ? DocumentHoldOutcome.held()
                : super.hold(List.of(leg)).get(0));
      }
      return outcomes;
    }
  }

  private static final class SettlesAccountsOnly extends ForwardingParticipants {
    SettlesAccountsOnly(ParticipantRepository sound) {
      super(sound);
    }

    @Override
    public List<MatchOutcome> settle(List<ParticipantLeg> legs) {
      super.settle(legs.stream().filter(ParticipantsBiteTest::isAccount).toList());
      return legs.stream().map(leg -> MatchOutcome.MATCHED).toList();
    }
  }

  private static final class WithdrawsAtAnyEpoch extends ForwardingParticipants {
    WithdrawsAtAnyEpoch(ParticipantRepository sound) {
      super(sound);
    }

    @Override
    public List<MatchOutcome> withdraw(List<ParticipantLeg> legs) {
      return super.release(legs);
    }
  }

  private static final class ForgetsChecks extends ForwardingParticipants {
    ForgetsChecks(ParticipantRepository sound) {
      super(sound);
    }

    @Override
    public List<HoldOutcome> hold(List<ParticipantLeg> legs) {
      List<HoldOutcome> outcomes = super.hold(legs);
      super.release(
          legs.stream()
              .filter(
                  leg ->
                      leg.<Boolean>fold(
                          onAccount -> false,
                          onDocument -> onDocument.operation() instanceof CheckDocument))
              .toList());
      return outcomes;
    }
  }

  private static final class DoesNotStamp extends ForwardingParticipants {
    DoesNotStamp(ParticipantRepository sound) {
      super(sound);
    }

    @Override
    public List<MatchOutcome> stamp(List<ParticipantLeg> legs) {
      return legs.stream().map(leg -> MatchOutcome.MATCHED).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("plants")
  void whatIsPlantedFailsAtTheTestOfItsPromise(Plant plant) {
    OnPlanted.fault = plant.fault();

    assertThat(ContractRun.of(OnPlanted.class).failures()).contains(plant.test());
  }

  @Test
  void aSoundOneFailsAtNothing() {
    OnPlanted.fault = UnaryOperator.identity();
    ContractRun run = ContractRun.of(OnPlanted.class);

    assertThat(run.failures()).isEmpty();
    assertThat(run.succeeded()).isGreaterThan(7);
  }
}
