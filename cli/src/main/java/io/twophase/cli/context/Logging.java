package io.twophase.cli.context;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import io.twophase.cli.text.Lines;
import org.slf4j.LoggerFactory;

/**
 * The libraries' logs: none, or on stderr if asked for, never on stdout. Set up here and not by a
 * file, which would lie on the class path of every host.
 */
public final class Logging {

  private Logging() {}

  private static final class Printed extends PatternLayout {
    @Override
    public String doLayout(ILoggingEvent event) {
      return Lines.printed(super.doLayout(event));
    }
  }

  public static void setUp(boolean verbose) {
    if (!(LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root)) {
      // the libraries have been set to log nothing
      return;
    }
    LoggerContext context = root.getLoggerContext();
    root.detachAndStopAllAppenders();
    root.setLevel(verbose ? Level.INFO : Level.OFF);
    if (!verbose) {
      return;
    }
    PatternLayout layout = new Printed();
    layout.setContext(context);
    layout.setPattern("%d %-5level [%thread] %logger{20} - %msg%n");
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.start();
    ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
    stderr.setContext(context);
    stderr.setTarget("System.err");
    stderr.setEncoder(encoder);
    stderr.start();
    root.addAppender(stderr);
  }
}
