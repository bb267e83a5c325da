package io.twophase.micrometer;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The kinds of observations: meters and spans come of it, as the handlers of the host's registry
 * make them.
 */
public enum TwoPhaseObservation implements ObservationDocumentation {

  /** A transaction, from when it is asked for until it has come to its end in this process. */
  TRANSACTION {
    @Override
    public Class<? extends ObservationConvention<? extends Observation.Context>>
        getDefaultConvention() {
      return TransactionConvention.Standard.class;
    }

    @Override
    public KeyName[] getLowCardinalityKeyNames() {
      return TransactionKey.values();
    }

    @Override
    public KeyName[] getHighCardinalityKeyNames() {
      return TransactionDetail.values();
    }

    @Override
    public Observation.Event[] getEvents() {
      return TransactionEvent.values();
    }
  },

  /** Work of one thread on several transactions that share a batch. */
  BATCH {
    @Override
    public Class<? extends ObservationConvention<? extends Observation.Context>>
        getDefaultConvention() {
      return BatchConvention.Standard.class;
    }

    @Override
    public KeyName[] getHighCardinalityKeyNames() {
      return BatchDetail.values();
    }
  },

  /** A step of the protocol, as the store is asked for it. */
  STEP {
    @Override
    public Class<? extends ObservationConvention<? extends Observation.Context>>
        getDefaultConvention() {
      return StepConvention.Standard.class;
    }

    @Override
    public KeyName[] getLowCardinalityKeyNames() {
      return StepKey.values();
    }

    @Override
    public KeyName[] getHighCardinalityKeyNames() {
      return StepDetail.values();
    }
  };

  /** Keys of a transaction, for meters and spans. Their values are few. */
  public enum TransactionKey implements KeyName {
    /** {@code applied}, {@code refused}, {@code unknown}, {@code not_asked} or {@code failed}. */
    OUTCOME {
      @Override
      public String asString() {
        return "outcome";
      }
    },
    /** The kind of the refusal, such as {@code InsufficientFunds}; else {@code none}. */
    REFUSAL {
      @Override
      public String asString() {
        return "refusal";
      }
    },
    /**
     * The mark of a transaction that was decided before it was asked for now: {@code true} or
     * {@code false}.
     */
    FOUND {
      @Override
      public String asString() {
        return "found";
      }
    }
  }

  /** Keys of a transaction, for spans alone. */
  public enum TransactionDetail implements KeyName {
    /** The id. */
    ID {
      @Override
      public String asString() {
        return "twophase.transaction.id";
      }
    }
  }

  /** An event on the way of a transaction. */
  public enum TransactionEvent implements Observation.Event {
    /** Work on it begins. */
    BEGUN {
      @Override
      public String getName() {
        return "begun";
      }
    },
    /** It is certain what becomes of it. */
    DECIDED {
      @Override
      public String getName() {
        return "decided";
      }
    },
    /** All of it is settled or released. */
    FINISHED {
      @Override
      public String getName() {
        return "finished";
      }
    }
  }

  /** Keys of a batch, for spans alone. */
  public enum BatchDetail implements KeyName {
    /** The number of transactions that share it. */
    SIZE {
      @Override
      public String asString() {
        return "twophase.batch.size";
      }
    }
  }

  /** Keys of a step, for meters and spans. */
  public enum StepKey implements KeyName {
    /** The name of the step in small letters: {@code begin}, {@code hold}, {@code decide}… */
    STEP {
      @Override
      public String asString() {
        return "step";
      }
    }
  }

  /** Keys of a step, for spans alone. */
  public enum StepDetail implements KeyName {
    /** The number of its transactions; a batch that is one transaction counts as one. */
    TRANSACTIONS {
      @Override
      public String asString() {
        return "twophase.step.transactions";
      }
    }
  }
}
