package io.twophase.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.RecoveryDaemon.Listener;
import io.twophase.app.recovery.Recovered;
import io.twophase.domain.transaction.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The front door's own listener of recovery, where there is a log to look at. */
@ExtendWith(OutputCaptureExtension.class)
class LoggedRecoveryTest {

  @Test
  void aTransactionThatIsLeftUndoneIsAWarning(CapturedOutput output) {
    Listener.LOGGED.recovered(new Recovered.Unreadable("pay-7", "no currency"));

    assertThat(output.getOut())
        .containsPattern("WARN .*recovery could not finish a transaction: .*pay-7.*no currency");
  }

  @Test
  void allElseIsInformation(CapturedOutput output) {
    Listener.LOGGED.recovered(new Recovered.Done("pay-7", State.APPLIED));

    assertThat(output.getOut()).containsPattern("INFO .*recovery: .*pay-7");
  }
}
