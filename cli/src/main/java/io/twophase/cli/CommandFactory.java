package io.twophase.cli;

import io.twophase.cli.context.CommandContext;
import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes commands, and gives the context to those whose constructor takes it. */
final class CommandFactory implements IFactory {

  private final IFactory others = CommandLine.defaultFactory();
  private final CommandContext context;

  CommandFactory(CommandContext context) {
    this.context = context;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() == 1
          && constructor.getParameterTypes()[0] == CommandContext.class) {
        return type.cast(constructor.newInstance(context));
      }
    }
    return others.create(type);
  }
}
